export function html(...blocks: string[]): string {
  return blocks.join('\n');
}

export const p = (text: string): string => `<p>${text}</p>`;
export const h2 = (text: string): string => `<h2>${text}</h2>`;
export const h3 = (text: string): string => `<h3>${text}</h3>`;
export const quote = (text: string): string => `<blockquote><p>${text}</p></blockquote>`;
export const ul = (...items: string[]): string => `<ul>${listItems(items)}</ul>`;
export const ol = (...items: string[]): string => `<ol>${listItems(items)}</ol>`;

/** A table with coloured states and a caption; cells after a `|` are right-aligned. */
export function statusTable(heading: string, head: string[], ...rows: string[][]): string {
  return table(head, ...rows).replace('<table>', `<table class="status-table"><caption>${heading}</caption>`);
}

export function table(head: string[], ...rows: string[][]): string {
  return `<table><thead>${row('th', head)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`;
}

function listItems(items: string[]): string {
  return items.map((item) => `<li>${item}</li>`).join('');
}

function row(tag: 'th' | 'td', cells: string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
}

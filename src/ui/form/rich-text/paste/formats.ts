/** Word and Google Docs say 'bold' in a style; the editor has tags for it. */
export function nameFormats(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll('b, strong, i, em')]) {
    // Google Docs wraps all it copies in a <b> that is not bold.
    const isUndone = /^(?:B|STRONG)$/.test(element.tagName)
      ? /^(?:normal|[1-4]00)$/.test(styleOf(element, 'font-weight'))
      : styleOf(element, 'font-style') === 'normal';
    if (isUndone) element.replaceWith(...element.childNodes);
  }
  for (const element of [...body.querySelectorAll('span, font')]) {
    const tags = formatsOf(element);
    element.replaceWith(...(tags.length > 0 ? [wrapped(element, tags)] : element.childNodes));
  }
  for (const element of [...body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong), a u')]) {
    element.replaceWith(...element.childNodes);
  }
}

/** The value of a style that was set on the element itself. */
export function styleOf(element: Element, name: string): string {
  const style = element.getAttribute('data-style') ?? '';
  return new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? '';
}

function formatsOf(element: Element): string[] {
  const decoration = styleOf(element, 'text-decoration(?:-line)?');
  const formats: [string, boolean][] = [
    ['strong', /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight'))],
    ['em', styleOf(element, 'font-style') === 'italic'],
    ['u', decoration.includes('underline')],
    ['s', decoration.includes('line-through')],
  ];
  return formats.filter(([, isSet]) => isSet).map(([tag]) => tag);
}

function wrapped(element: Element, tags: string[]): Element {
  const [outer, ...inner] = tags.map((tag) => element.ownerDocument.createElement(tag));
  if (!outer) return element;
  let last: Element = outer;
  for (const each of inner) {
    last.append(each);
    last = each;
  }
  last.append(...element.childNodes);
  return outer;
}

import { pinnedFont } from '../fonts.ts';

export interface Sheet {
  fileName: string;
  title: string;
  /** One line under the title. */
  lead: string;
  landscape?: boolean;
  /** HTML of each page. */
  pages: string[];
}

export const bengaliDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x9e6 + Number(digit)));

/** The whole document that Chromium prints, with just the glyphs that it uses. */
export async function sheetHtml({ title, lead, landscape = false, pages }: Sheet): Promise<string> {
  const written = pages.map((page, index) =>
    pageHtml(page, index === 0 ? heading(title, lead) : '', index + 1, pages.length),
  );
  const body = written.join('');
  const faces = await Promise.all([
    fontFace('PrangonSans', 'sans', 400, body),
    fontFace('PrangonSans', 'sans', 650, body),
    fontFace('PrangonSerif', 'serif', 650, serifText(body)),
  ]);
  return `<!doctype html><html lang="bn"><head><meta charset="utf-8"><title>${title}</title><style>${faces.join('')}${style(landscape)}</style></head><body>${body}</body></html>`;
}

/** Headings and tabs, the only parts in the serif face. */
function serifText(body: string): string {
  const parts = body.match(/<(h1|h2|header|div class="tab")>.*?<\/(h1|h2|header|div)>/g) ?? [];
  return parts.join('');
}

async function fontFace(name: string, family: 'sans' | 'serif', weight: number, text: string): Promise<string> {
  const scripts = [
    ['bengali', 'U+0951-0952,U+0964-0965,U+0980-09FE,U+200C-200D,U+25CC'],
    ['latin', 'U+0000-00FF,U+2013-2014,U+2018-2019,U+201C-201D,U+2026'],
  ] as const;
  const rules = scripts.map(async ([script, range]) => {
    const bytes = await pinnedFont({ family, script, weight }, 'woff2', text);
    const data = Buffer.from(bytes).toString('base64');
    return `@font-face{font-family:${name};font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${data})}`;
  });
  return (await Promise.all(rules)).join('');
}

function heading(title: string, lead: string): string {
  return `<div class="rule"></div><h1>${title}</h1><p class="lead">${lead}</p>`;
}

const logo =
  '<svg viewBox="0 0 40 40" fill="none"><path d="M2 6.5H38" stroke="#0a5d40" stroke-width="5"/><path d="M8.5 6V34.5H15.5M24.5 34.5H31.5V6" stroke="#0a5d40" stroke-width="5"/><circle cx="20" cy="20.5" r="4.8" fill="#c84119"/></svg>';

function pageHtml(content: string, head: string, number: number, count: number): string {
  const top = `<header>${logo}<b>প্রাঙ্গণ</b><span>স্কুল, কলেজ ও মাদ্রাসার জন্য বাংলা সফটওয়্যার</span></header>`;
  const foot = `<footer><span>০১৭০০-০০০০০০ · hello@example.com</span><span>পাতা ${bengaliDigits(number)} / ${bengaliDigits(count)}</span></footer>`;
  return `<section class="page">${top}<main>${head}${content}</main>${foot}</section>`;
}

function style(landscape: boolean): string {
  const [width, height] = landscape ? ['297mm', '210mm'] : ['210mm', '297mm'];
  return `@page{size:${width} ${height};margin:0}*{box-sizing:border-box;margin:0;padding:0}
body{font:400 10.5pt/1.65 PrangonSans;color:#12251e;-webkit-print-color-adjust:exact}
.page{width:${width};height:${height};padding:13mm 16mm 10mm;display:flex;flex-direction:column;break-after:page;overflow:hidden}
.page:last-child{break-after:auto}main{flex:1}
header{display:flex;align-items:center;gap:2.5mm;margin-bottom:6mm}header svg{width:8mm;height:8mm}header b{font:650 15pt/1.3 PrangonSerif}header span{margin-left:auto;color:#55655c;font-size:9pt}
footer{display:flex;justify-content:space-between;border-top:.3mm solid #d6dbd0;padding-top:2.5mm;color:#55655c;font-size:8.5pt}
.rule{height:1.4mm;margin-bottom:3mm;background:linear-gradient(#c84119,#c84119) 0 0/18mm 100% no-repeat,repeating-linear-gradient(90deg,#728076 0 2.4mm,transparent 2.4mm 4.2mm) 20mm .5mm/calc(100% - 20mm) .4mm no-repeat}
h1{font:650 22pt/1.32 PrangonSerif}.lead{color:#3c4e45;font-size:11pt;margin:1mm 0 6mm}
h2{font:650 14pt/1.4 PrangonSerif;margin:5mm 0 1.5mm}h3{font-weight:650;font-size:11pt;margin:3mm 0 1mm}
p{margin-bottom:2mm}b,strong,th{font-weight:650}
ol,ul{padding-left:6mm;margin-bottom:2mm}ol{list-style:bengali}li{margin-bottom:.8mm}li::marker{color:#c84119;font-weight:650}
.tab{display:inline-block;background:#75281a;color:#faeee4;font:650 11.5pt/1.4 PrangonSerif;padding:1.6mm 5mm;border-radius:1mm 1mm 0 0;outline:.25mm dashed #e3c5b5;outline-offset:-1mm}
.ledger{width:100%;border-collapse:collapse;border-top:1mm solid #75281a;margin-bottom:6mm;background:#fff}
.ledger td,.ledger th{border-bottom:.25mm solid #b9cbe0;padding:1.5mm 3mm;text-align:left;font-size:10pt}
.ledger th{color:#3c4e45;font-size:9pt}.ledger .n{width:12mm;text-align:center;color:#55655c;border-right:.9mm double #e3948a}
.ledger .r{text-align:right;white-space:nowrap}.ledger td,.ledger th{border-left:.25mm solid #eef0e7}.ledger td:first-child,.ledger th:first-child{border-left:.25mm solid #d6dbd0}.ledger td:last-child,.ledger th:last-child{border-right:.25mm solid #d6dbd0}
.note{background:#fcf0cf;border-left:1.2mm solid #f7bf3e;padding:3mm 5mm;margin:3mm 0}.note p:last-child{margin:0}
.cols{display:grid;grid-template-columns:1fr 1fr;gap:0 8mm}
.field{margin-bottom:3.2mm}.field span{display:block;font-size:9pt;color:#3c4e45}.field i{display:block;height:8mm;border:.3mm solid #728076;border-radius:1mm;font-style:normal;padding:.6mm 2.5mm}
.boxes{display:flex;gap:1mm}.boxes i{width:6.5mm;text-align:center;padding:.6mm 0}
.sign{display:flex;justify-content:space-between;gap:12mm;margin-top:14mm}.sign div{flex:1;border-top:.3mm solid #12251e;text-align:center;padding-top:1mm;font-size:9pt}
.grid{table-layout:fixed}.grid .n{width:12mm}.grid td,.grid th{padding:0 .4mm;text-align:center;height:5.4mm;font-size:8pt;line-height:1.3}.grid td:nth-child(2){text-align:left;padding-left:2mm}
.stamp{border:.6mm solid #0a5d40;color:#0a5d40;border-radius:1mm;padding:.5mm 3mm;font-weight:650;display:inline-block}
.roomy{font-size:11.5pt;line-height:1.8}.roomy .ledger{margin:0 0 8mm}.roomy .ledger td{font-size:11pt;padding:2mm 3mm}.roomy h2{font-size:15.5pt;margin-top:8mm}.roomy li{margin-bottom:1.6mm}
.tight .ledger{margin-bottom:4.2mm}.tight .ledger td,.tight .ledger th{padding:1.1mm 3mm}.tight .r{width:45mm}
.cut{border-top:.4mm dashed #728076;margin:7mm -16mm;position:relative}`;
}

/** One ruled ledger under its cloth tab; the last `numbers` columns are set to the right. */
export function ledger(name: string, head: string[], rows: string[][], numbers = 0): string {
  const cells = (tag: 'td' | 'th', row: string[], number: string): string => {
    const rest = row.map(
      (cell, index) => `<${tag}${index >= row.length - numbers ? ' class="r"' : ''}>${cell}</${tag}>`,
    );
    return `<tr><${tag} class="n">${number}</${tag}>${rest.join('')}</tr>`;
  };
  const body = rows.map((row, index) => cells('td', row, bengaliDigits(index + 1))).join('');
  return `<div class="tab">${name}</div><table class="ledger">${cells('th', head, '')}${body}</table>`;
}

export function field(label: string, value = ''): string {
  return `<div class="field"><span>${label}</span><i>${value}</i></div>`;
}

export function boxes(label: string, count: number, value = ''): string {
  const letters = [...bengaliDigits(value)];
  const squares = Array.from({ length: count }, (_, index) => `<i>${letters[index] ?? ''}</i>`).join('');
  return `<div class="field"><span>${label}</span><div class="boxes">${squares}</div></div>`;
}

export function signatures(...names: string[]): string {
  return `<div class="sign">${names.map((name) => `<div>${name}</div>`).join('')}</div>`;
}

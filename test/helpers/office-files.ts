import { zipOf } from './workbook.ts';

const schemas = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = {
  word: ['word/document.xml', 'wordprocessingml.document.main'],
  xl: ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
  ppt: ['ppt/presentation.xml', 'presentationml.presentation.main'],
} as const;

interface Changes {
  /** Relationships of the main part, as XML. */
  relations?: string[];
  parts?: Record<string, string>;
  /** Of the relationships of the main part. */
  rewrite?: (xml: string) => string;
  name?: (name: string) => string;
}

/** As small as one may be that `file-type` and Office take for such a file. */
export function officeFile(kind: keyof typeof main, changes: Changes = {}): Buffer {
  const { relations = [], parts = {}, rewrite = (xml) => xml, name = (given) => given } = changes;
  const [part, type] = main[kind];
  const types = `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types>${types}</Types>`,
    '_rels/.rels': listOf([relationTo('officeDocument', part)]),
    [part]: '<x/>',
    [name(part.replace(/([^/]+)$/, '_rels/$1.rels'))]: rewrite(listOf(relations)),
    ...parts,
  });
}

export function relationTo(type: string, target: string, mode?: string): string {
  const address = type.includes(':') ? type : `${schemas}/${type}`;
  return `<Relationship Id="rId9" Type="${address}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;
}

function listOf(relations: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`;
}

/** With what runs, holds another file, or comes from elsewhere; under the names of Office, and under others. */
export function hostileOfficeFiles(): [what: string, name: string, contents: Buffer][] {
  const elsewhere = 'https://evil.example/x';
  const template = relationTo('attachedTemplate', elsewhere, 'External');
  const macros = relationTo('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'quiet.xml');
  const sheet = relationTo('http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet', 'sheets/1.xml');
  const word = (changes: Changes) => officeFile('word', changes);
  const encrypted = word({});
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\u0001\u0002', 0, 'latin1') + 8);
  return [
    ['macros', 'x.docx', word({ parts: { 'word/vbaProject.bin': 'x' } })],
    ['macros in capitals', 'x.docx', word({ parts: { 'WORD/VBAPROJECT.BIN': 'x' } })],
    ['macros under another name', 'x.docx', word({ relations: [macros], parts: { 'word/quiet.xml': 'x' } })],
    ['a slide show with macros', 'x.pptx', officeFile('ppt', { parts: { 'ppt/vbaProject.bin': 'x' } })],
    ['a macro sheet', 'x.xlsx', officeFile('xl', { parts: { 'xl/macrosheets/sheet1.xml': '<x/>' } })],
    ['a macro sheet under another name', 'x.xlsx', officeFile('xl', { relations: [sheet] })],
    ['an embedded file', 'x.docx', word({ parts: { 'word/embeddings/oleObject1.bin': 'x' } })],
    ['an embedded file under another name', 'x.docx', word({ relations: [relationTo('oleObject', 'a.bin')] })],
    ['an embedded workbook', 'x.pptx', officeFile('ppt', { relations: [relationTo('package', 'a.xlsx')] })],
    ['a control', 'x.docx', word({ relations: [relationTo('control', 'a.xml')] })],
    ['a page in a text', 'x.docx', word({ relations: [relationTo('aFChunk', 'a.html')] })],
    ['a template from elsewhere', 'x.docx', word({ relations: [template] })],
    ['a picture from elsewhere', 'x.docx', word({ relations: [relationTo('image', elsewhere, 'External')] })],
    ['a sheet from elsewhere', 'x.xlsx', officeFile('xl', { relations: [relationTo('externalLink', 'a.xml')] })],
    ['a template in single quotes', 'x.docx', word({ relations: [template.replaceAll('"', "'")] })],
    [
      'a template in other words',
      'x.docx',
      word({
        relations: [
          relationTo('x', elsewhere, 'External')
            .replace('"External"', '\n=\n"&#69;xternal"')
            .replace('/x"', '/&#x61;ttachedTemplate"'),
        ],
      }),
    ],
    [
      'a template behind a bracket',
      'x.docx',
      word({ relations: [template.replace('Id="rId9"', 'Id="rId9" a="/hyperlink>"')] }),
    ],
    [
      'a template in another encoding',
      'x.docx',
      word({ rewrite: (xml) => Buffer.from(`\ufeff${xml}`, 'utf16le').toString('latin1'), relations: [template] }),
    ],
    ['a template behind a comment', 'x.docx', word({ relations: [`<!-- ${template} -->`] })],
    ['a template in capitals', 'x.docx', word({ relations: [template], name: (name) => name.toUpperCase() })],
    ['a template with a prefix', 'x.docx', word({ relations: [template.replace('<R', '<p:R')] })],
    ['a relationship that does not end', 'x.docx', word({ relations: [template.replace('/>', ' a=>')] })],
    ['a password for a part', 'x.docx', encrypted],
    ['something behind it', 'x.docx', Buffer.concat([word({}), Buffer.from('x')])],
    ['something before it', 'x.docx', Buffer.concat([word({ parts: { 'word/vbaProject.bin': 'x' } }), word({})])],
    [
      'macros of LibreOffice',
      'x.odt',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'Basic/Standard/a.xml': '<x/>' }),
    ],
    ['without a name, with macros', 'x', word({ parts: { 'word/vbaProject.bin': 'x' } })],
  ];
}

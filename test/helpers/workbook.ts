import { crc32, deflateRawSync } from 'node:zlib';

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${types}/${type}" Target="${target}"/>`;

type Files = Record<string, string | Buffer>;

interface Parts {
  texts?: string;
  /** Of the workbook, as XML. */
  properties?: string;
  /** The size that it says the sheet has. */
  claimed?: number;
  more?: Files;
}

/** A workbook whose one sheet is this XML; its cells have days and times as styles 1 and 2. */
export function workbookWith(sheet: string, { texts = '', properties = '', claimed = 0, more }: Parts = {}): Buffer {
  return zipOf(
    {
      '_rels/.rels': `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook>${properties}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', '/xl/texts.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
      'xl/styles.xml': `<styleSheet><cellXfs>${[0, 14, 20].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
      'xl/texts.xml': `<sst>${texts}</sst>`,
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    },
    claimed,
  );
}

/** An archive of these files; `claimed` is the size that it says its sheet has. */
export function zipOf(files: Files, claimed = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(name.endsWith('sheet1.xml') && claimed ? claimed : Buffer.byteLength(text), 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name), data]);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    facts.copy(entry, 6, 0, 24);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  const size = Buffer.concat(directory).length;
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

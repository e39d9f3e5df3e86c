import { language, t } from '#i18n/text.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

function withKeys(name: string, ...keys: string[]): string {
  return `${name} (${isApple ? keys.map((key) => signs[key] ?? key).join('') : keys.join('+')})`;
}

const signs: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' };

export const editorStrings = t({
  toolbar: 'Formatting',
  undo: withKeys('Undo', 'Ctrl', 'Z'),
  redo: withKeys('Redo', 'Ctrl', 'Shift', 'Z'),
  style: 'Text style',
  styles: {
    paragraph: 'Text',
    heading2: 'Heading 2',
    heading3: 'Heading 3',
    heading4: 'Heading 4',
    codeBlock: 'Code block',
    figure: 'Caption',
  },
  bold: withKeys('Bold', 'Ctrl', 'B'),
  italic: withKeys('Emphasis', 'Ctrl', 'I'),
  underline: withKeys('Underline', 'Ctrl', 'U'),
  strike: withKeys('Strike through', 'Ctrl', 'Shift', 'S'),
  subscript: withKeys('Subscript', 'Ctrl', ','),
  superscript: withKeys('Superscript', 'Ctrl', '.'),
  code: withKeys('Code', 'Ctrl', 'E'),
  bulletList: withKeys('Bulleted list', 'Ctrl', 'Shift', '8'),
  orderedList: withKeys('Numbered list', 'Ctrl', 'Shift', '7'),
  blockquote: withKeys('Quote', 'Ctrl', 'Shift', 'B'),
  codeBlock: withKeys('Code block', 'Ctrl', 'Alt', 'C'),
  clear: withKeys('Clear formatting', 'Ctrl', '\\'),
  rule: 'Divider',
  align: 'Alignment',
  left: withKeys('Left', 'Ctrl', 'Shift', 'L'),
  center: withKeys('Centre', 'Ctrl', 'Shift', 'E'),
  right: withKeys('Right', 'Ctrl', 'Shift', 'R'),
  more: 'More formatting',
  link: withKeys('Link', 'Ctrl', 'K'),
  linkTitle: 'Link',
  linkAddress: 'Address',
  linkHint: 'A web address, an email address or a phone number.',
  linkText: 'Text shown',
  linkInvalid: 'Enter an address that begins with https, an email address or a phone number.',
  linkRemove: 'Remove link',
  picture: 'Picture',
  library: 'Picture from the library',
  pictureEdit: 'Describe the picture',
  pictureTitle: (number: number, total: number) => (total > 1 ? t`Picture ${number} of ${total}` : t('Picture')),
  pictureAlt: 'What it shows',
  pictureAltHint: 'Read aloud to those who cannot see it. Leave it empty only if the picture decorates.',
  pictureReading: 'Reading the picture',
  onlyPictures: 'Only pictures can be dropped into a text.',
  droppedPictures: (count: number) =>
    count === 1
      ? t('One picture stays where it was copied from. Save it there, then insert the file.')
      : t`${count} pictures stay where they were copied from. Save them there, then insert the files.`,
  bijoy: 'This looks like Bijoy text.',
  bijoyConvert: 'Convert to Unicode',
  bijoyKeep: 'Keep',
  bijoyConverted: `Converted to Unicode. ${withKeys('Undo', 'Ctrl', 'Z')}`,
  bijoyFailed: 'The text could not be converted. Try again.',
  video: 'YouTube video',
  videoLink: 'Link',
  videoHint: 'The address of a film on YouTube.',
  videoInvalid: 'This is not the address of a film on YouTube.',
  table: 'Table',
  tableInsert: 'Insert table',
  rowAbove: 'Row above',
  rowBelow: 'Row below',
  rowDelete: 'Delete row',
  columnLeft: 'Column before',
  columnRight: 'Column after',
  columnDelete: 'Delete column',
  headerRow: 'Header row',
  headerColumn: 'Header column',
  merge: 'Merge or split cells',
  statusTable: 'Status table',
  caption: 'Caption…',
  captionTitle: 'Caption of the table',
  captionText: 'Caption',
  captionHint: 'Of a status table it is the heading; what stands behind a | goes to the right.',
  tableDelete: 'Delete table',
  insert: 'Insert',
  save: 'Save',
  cancel: 'Cancel',
  placeholder: 'Write here, or paste from Word or Google Docs',
  help: 'Tab indents. Escape, then Tab leaves the text. Alt+F10 goes to the formatting.',
  leaving: 'Press Tab to leave the text.',
  counts: (words: number, characters: number) =>
    `${plural(words, t(['word', 'words']))} · ${plural(characters, t(['character', 'characters']))}`,
});

function plural(count: number, [one, many]: string[]): string {
  return `${count.toLocaleString(language() === 'bn' ? 'bn-BD' : 'en')} ${count === 1 ? one : many}`;
}

import { language, t } from '#i18n/text.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function withKeys(name: string, ...keys: string[]): string {
  return `${name} (${isApple ? keys.map((key) => signs[key] ?? key).join('') : keys.join('+')})`;
}

const signs: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' };

export const editorStrings = t({
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
  superscript: withKeys('Superscript', 'Ctrl', '.'),
  bulletList: withKeys('Bulleted list', 'Ctrl', 'Shift', '8'),
  orderedList: withKeys('Numbered list', 'Ctrl', 'Shift', '7'),
  blockquote: withKeys('Quote', 'Ctrl', 'Shift', 'B'),
  left: withKeys('Left', 'Ctrl', 'Shift', 'L'),
  center: withKeys('Centre', 'Ctrl', 'Shift', 'E'),
  right: withKeys('Right', 'Ctrl', 'Shift', 'R'),
  picture: 'Picture',
  pictureEdit: 'Describe the picture',
  pictureTitle: (number: number, total: number) => (total > 1 ? t`Picture ${number} of ${total}` : t('Picture')),
  droppedPictures: (count: number) =>
    count === 1
      ? t('One picture stays where it was copied from. Save it there, then insert the file.')
      : t`${count} pictures stay where they were copied from. Save them there, then insert the files.`,
  droppedParts: 'Players, drawings and links to files on a computer were left out. Put a link there instead.',
  formatted: `The signs of the text became formats. ${withKeys('Undo', 'Ctrl', 'Z')}`,
  bijoyConverted: `Converted to Unicode. ${withKeys('Undo', 'Ctrl', 'Z')}`,
  video: 'YouTube video',
  rowAbove: 'Row above',
  rowBelow: 'Row below',
  rowDelete: 'Delete row',
  columnLeft: 'Column before',
  columnRight: 'Column after',
  columnDelete: 'Delete column',
  headerRow: 'Header row',
  headerColumn: 'Header column',
  merge: 'Merge or split cells',
  insert: 'Insert',
  save: 'Save',
  cancel: 'Cancel',
  counts: (words: number, characters: number) =>
    `${plural(words, t(['word', 'words']))} · ${plural(characters, t(['character', 'characters']))}`,
});

function plural(count: number, [one, many]: string[]): string {
  return `${count.toLocaleString(language() === 'bn' ? 'bn-BD' : 'en')} ${count === 1 ? one : many}`;
}

const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];
/**
 * In the order of `types`; between the first markers of a JPEG may be anything. TIFF, MP3, Photoshop, ZIP, PDF and pages may
 * hold a picture near their begin, but are none.
 */
const begin =
  /^(?!II|MM|ID3|8BPS|PK|%PDF|\s*<)(.{0,1024}?)(?:(\xff\xd8.{0,1024}?\xff[\xc0-\xcf\xda-\xfe])|(\x89PNG\r\n\x1a\n)|(GIF8[79]a)|(RIFF.{4}WEBP)|(.{4}ftypavi[fs]))/s;

/**
 * Finds a picture that the server takes by the first 4,096 bytes of a file, also behind others that viewers skip, such as a
 * line break of a script.
 */
export function detectPicture(head: string) {
  const [, before = '', ...found] = begin.exec(head) ?? [];
  const type = types[found.findIndex(Boolean)];
  return type ? { type, start: before.length } : null;
}

import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { readRelease } from '../../src/cli/release.server.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { entry, releaseKey, sha256, smallArchive } from '../helpers/archive.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { drawnPng } from '../helpers/content.ts';
import { hostileOfficeFiles, officeFile } from '../helpers/office-files.ts';
import { sessionsOf } from '../helpers/staff.ts';
import { workbookWith, zipOf } from '../helpers/workbook.ts';

let app: TestApp;
let tokens: string[];
let counter = 0;
beforeAll(async () => {
  app = await openTestApp();
  tokens = await sessionsOf(app, many(20, 100));
  return app.close;
});

const send = (to: string, body: string | Buffer, type: string) => {
  const headers = { authorization: `Bearer ${tokens[counter++ % tokens.length]}`, 'content-type': type };
  return app.send(to, { method: 'POST', headers, body, from: `127.24.2.${1 + (counter % 200)}` });
};

attack('uploads and names', async (tries) => {
  const names = listOf(
    'x|x.|.x|..|../x|../../prangon.sqlite|..\\..\\x|/etc/passwd|C:\\x|x/y|x%2fy|x%00|x\u0000.E|x.E\u0000.pdf|x\u202efdp.E|x.E.pdf|x.pdf.E|x.E;.pdf|x.E .pdf|x.E.|x.E%20|CON|nul.E|x"; filename="y.E|x\r\nX-Evil: 1|x\nY|=1+1|-rf|$(id)|`id`|<script>.E|x?y|x#y|💥.E|' +
      `${'x'.repeat(300)}|${'ক'.repeat(200)}.E||\ufeff|x::$DATA|.htaccess|x.E:pdf`,
  );
  const endings = listOf('pdf|html|svg|js|exe|docm|xhtml|php|htaccess|png|zip|txt|csv|docx|lnk|hta');
  const html = '<!doctype html><script>alert(1)</script>';
  const picture = await drawnPng(8, 8);
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const never: Record<string, Buffer> = {
    ...Object.fromEntries(hostileOfficeFiles().map(([what, , bytes]) => [what, bytes])),
    program: latin('MZ\x90\0\x03'),
    elf: latin('\x7fELF\x02'),
    'old office': latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`),
    app: zipOf({ 'classes.dex': 'x', 'AndroidManifest.xml': 'x' }),
    'program of Java': zipOf({ 'META-INF/MANIFEST.MF': 'x' }),
  };
  /** Taken as what does not run: text, or a picture, or a PDF. */
  const harmless: Record<string, Buffer> = {
    html: latin(html),
    svg: latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    script: latin('#!/bin/sh\nid\n'),
    rtf: latin('{\\rtf1 {\\object}}'),
    'GIF that is a script': latin(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`),
    nothing: latin(''),
    pdf: latin('%PDF-1.7 x'),
    'PDF that is a page': latin(`%PDF-1.4\n${html}`),
    'picture that is a page': Buffer.concat([picture, latin(html)]),
    letter: officeFile('word'),
  };
  const all = pairs(pairs(names, endings), Object.entries({ ...never, ...harmless }));
  let takenCount = 0;
  for (const [[name, ending], [what, bytes]] of tries.some(all, many(200, 5_000))) {
    const called = name.replaceAll('E', ending);
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${called}"\r\nContent-Type: text/html\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
    const { status, text } = await send(adminCalls.uploads, body, 'multipart/form-data; boundary=b');
    const isTaken = status === 201;
    if (isTaken) takenCount++;
    const isServed = isTaken && (await isServedAsFile(JSON.parse(text).data.file_url));
    const isHarm = isTaken ? what in never || !isServed : status < 400 || status >= 500;
    tries.note(isHarm && `${JSON.stringify(called)}, ${what}: ${status} ${text.slice(0, 200)}`);
  }
  expect(takenCount).toBeGreaterThan(0);
  const own = /^(?:prangon\.sqlite|files|secret|mail-mark|backup)/;
  for (const made of readdirSync(app.store.dataDir)) if (!own.test(made)) tries.through.push(`made ${made}`);
});

/** Nothing that a browser would show. */
async function isServedAsFile(url: string): Promise<boolean> {
  const { status, headers } = await app.get(url);
  const type = /^(?:application\/(?:pdf|zip|vnd\.[\w.-]+)|text\/(?:plain|csv)|image\/(?:\w+))(?:;|$)/;
  const policy = String(headers['content-security-policy']);
  const isShut = /default-src 'none'.*sandbox/.test(policy) && headers['x-content-type-options'] === 'nosniff';
  const isAttached = /^attachment;/.test(headers['content-disposition'] ?? '') && !('x-evil' in headers);
  const isTyped = type.test(String(headers['content-type']));
  return status === 200 && isShut && isAttached && isTyped && /^\/files\/[^/]+\/[^/\\]+$/.test(url);
}

attack('update archives', async (tries) => {
  const keys = [String(releaseKey.publicKey.export({ type: 'spki', format: 'pem' }))];
  const top = 'prangon-9.9.9';
  // Some names fit into no tar.
  const isTaken = async (small: Parameters<typeof smallArchive>[1]) => {
    const archive = await smallArchive('/nowhere', { top, ...small }).catch(() => null);
    return archive !== null && (await readRelease(archive, keys).catch(() => null)) !== null;
  };
  expect(await isTaken({})).toBe(true);
  const versions = listOf(
    '9.9.9/../x|../9.9.9|9.9.9\n|9.9.9 | 9.9.9|v9.9.9|9.9|9.9.9-a/b|9.9.9;id|9.9.9\u0000||٩.٩.٩|9.9.9\\x',
  );
  for (const version of versions) tries.note((await isTaken({ version })) && `version ${JSON.stringify(version)}`);
  const places = listOf(
    'node_modules/evil/index.js|dist/server/evil.js|../victim/evil|../../etc/cron.d/x|/etc/passwd|./dist/../evil|dist//server/prangon.js|dist/server/prangon.js|package.json|SHA256SUMS|release-keys.pem|C:\\x|dist\\server\\x|x\u0000y|x\ny|\u202ex|.git/hooks/x',
  );
  const targets = listOf('/etc|..|dist/server/prangon.js|/proc/self/environ');
  const kinds: object[] = [
    {},
    ...pairs(['symlink', 'link'], targets).map(([type, linkname]) => ({ type, linkname })),
    ...listOf('character-device|block-device|fifo|contiguous-file').map((type) => ({ type, size: 0 })),
  ];
  const key = generateKeyPairSync('ed25519').privateKey;
  const all = pairs(pairs(places, kinds), ['not listed', 'signed by another']);
  for (const [[place, kind], how] of tries.some(all, many(300, 1e6))) {
    const more = [entry(`${top}/${place}`, 'linkname' in kind ? '' : 'evil', { mode: 0o755, ...kind })];
    const sums = (lines: string) => `${lines}${sha256(Buffer.from('evil'))}  ${place}\n`;
    const taken = await isTaken(how === 'not listed' ? { more } : { more, key, sums });
    tries.note(taken && `${place} ${JSON.stringify(kind)}, ${how}`);
  }
});

attack('workbooks', async (tries) => {
  const count = many(300_000, 3_000_000);
  const pieces = listOf('<c>|<row>|<c r="A1">|<v>|<is>|<t>|-|<|&lt;|&#1;|<!--|<?|<![CDATA[|<rPh>|"|=|</c>|\u0000|{');
  const sheets = pieces.flatMap((piece) => [
    workbookWith(piece.repeat(count)),
    workbookWith(`<worksheet><sheetData><row>${piece.repeat(count)}</row></sheetData></worksheet>`),
    workbookWith('<worksheet/>', { texts: piece.repeat(count) }),
    workbookWith(`<worksheet ${piece.repeat(count)}>`, { claimed: 10 }),
  ]);
  for (const book of tries.some([...sheets, zipOf({ 'xl/workbook.xml': '<x>'.repeat(count) })], many(8, 1e6))) {
    const body = JSON.stringify({ xlsx: book.toString('base64'), dry_run: true });
    const { status, text } = await send(leadCalls.import, body, 'application/json');
    const isLong = /too long|took/i.test(text);
    tries.note((status >= 500 || status < 200 || isLong) && `${book.length} bytes: ${status} ${text.slice(0, 200)}`);
  }
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { admissionForm, attendanceSheet, studentDataForm } from './print/forms.ts';
import { guide } from './print/guide.ts';
import { feeReceipt, priceList } from './print/money.ts';
import { sheetHtml } from './print/sheet.ts';

// Run with `node db/sample/draw/print.ts`; CHROMIUM names another browser than the system's.
const folder = new URL('../files/', import.meta.url);
const sheets = [guide, studentDataForm, admissionForm, attendanceSheet, feeReceipt, priceList];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage();
for (const sheet of sheets) {
  await page.setContent(await sheetHtml(sheet));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  writeFileSync(
    new URL(sheet.fileName, folder),
    await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }),
  );
}
await browser.close();

export type Language = 'en' | 'bn';

declare global {
  /** Set by the build of the Bengali office; the server has a language for each request. */
  var officeLanguage: Language | undefined;
}

const locale = { language: (): Language => globalThis.officeLanguage ?? 'en', translate: (english: string) => english };

/** The server's way to know the reader of this request and the Bengali of a text. */
export function setLocale(next: typeof locale): void {
  Object.assign(locale, next);
}

export function language(): Language {
  return locale.language();
}

/**
 * Marks English texts of the back office and fills in values: t`${count} leads`. An object's or array's strings are all
 * texts. In the browser the build puts the Bengali in its place; on the server it is looked up for each request.
 * `scripts/messages.ts` says which places need no mark.
 */
export function t(text: TemplateStringsArray, ...values: unknown[]): string;
export function t<Texts>(texts: Texts): Texts;
export function t<Texts>(text: Texts | TemplateStringsArray, ...values: unknown[]): Texts | string {
  if (typeof text === 'string') return locale.translate(text);
  if (!Array.isArray(text) || !('raw' in text)) return text as Texts;
  const english = text.reduce((all, part, at) => `${all}{${at - 1}}${part}`).replace(/\s+/g, ' ');
  return locale.translate(english).replace(/\{(\d+)\}/g, (_, at) => String(inDigits(values[at])));
}

/** Numbers in the digits of the language; anything else as it is. */
export function inDigits<Value>(value: Value): Value | string {
  return typeof value === 'number' && language() === 'bn' ? bengaliNumber.format(value) : value;
}

const bengaliNumber = new Intl.NumberFormat('bn-BD');

/** A format for the reader; Bengali as it is written by hand: '২৪ নভেম্বর ২০২৬, মঙ্গলবার', without leading zeros. */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format: (date: Date | number) => string } {
  const english = new Intl.DateTimeFormat('en-GB', options);
  const bengali = new Intl.DateTimeFormat('bn-BD', {
    hourCycle: 'h23',
    ...options,
    ...(options.day && { day: 'numeric' }),
    ...(options.month && options.year && { month: 'long' }),
  });
  return {
    format: (date) =>
      language() === 'bn'
        ? bengali
            .format(date)
            .replace(' এ ', ', ')
            .replace(/^(\S+বার), (.+)$/, '$2, $1')
            .replace(/, ([০-৯]{4})(?![০-৯])/, ' $1')
        : english.format(date),
  };
}

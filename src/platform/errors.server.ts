import type { IncomingHttpHeaders } from 'node:http';
import { bengaliDigits } from '#api/text.ts';

interface HttpErrorDetails {
  /** Messages by field. */
  fields?: Record<string, string[]>;
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
  /** The message in English for staff and API clients, if visitors may get it too. */
  english?: string;
  /** Answered without a designed page, because rejected clients may repeat the request often. */
  isBrief?: boolean;
  /** The ways to confirm the session, after which the same request succeeds. */
  confirm?: string[];
}

/** An error with an answer for the client. */
export class HttpError extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]> | null;
  readonly details: HttpErrorDetails;

  constructor(status: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.fields = details.fields ?? null;
    this.details = { isBrief: status === 421 || status === 429, ...details };
  }
}

const notFoundMessage = 'পাওয়া যায়নি।';

export function notFound(message = notFoundMessage): HttpError {
  return new HttpError(404, message, { english: message === notFoundMessage ? 'There is no such thing.' : message });
}

export function invalid(fields: Record<string, string[]>): HttpError {
  const first = Object.values(fields)[0]?.[0] ?? 'Invalid';
  return new HttpError(422, first, { fields });
}

export function duplicate(): HttpError {
  return new HttpError(409, 'এটি আগে থেকেই আছে, হয়তো এইমাত্র অন্য কেউ যোগ করেছেন। পাতাটি আবার খুলে দেখে নিন।', {
    english: 'This is already there; somebody may have added it at this moment. Reload the page and look.',
  });
}

export function tooMany(wait: number): HttpError {
  return new HttpError(429, `অনেক বেশি অনুরোধ এসেছে। ${bengaliDigits(String(wait))} সেকেন্ড পরে আবার চেষ্টা করুন।`, {
    retryAfter: wait,
    english: `Too many requests. Try again in ${wait} s.`,
  });
}

export function busy(): HttpError {
  return new HttpError(503, 'এই মুহূর্তে খুব চাপ। একটু পরে আবার চেষ্টা করুন।', {
    retryAfter: 2,
    isBrief: true,
    english: 'The server is very busy right now. Try again in some seconds.',
  });
}

export class FileStoreError extends Error {
  /** `away`: unreachable; `denied`: wrong keys or permissions; `missing`: no such bucket. */
  readonly reason: 'away' | 'denied' | 'missing';

  constructor(reason: FileStoreError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** 507 if no space is left, 503 if database or bucket is unavailable, locked or overloaded; else null. */
export function storeFault(error: unknown): HttpError | null {
  if (error instanceof FileStoreError)
    return new HttpError(503, 'এই মুহূর্তে ফাইল ও ছবি রাখা বা দেখানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 5,
      english: 'Files and pictures can’t be kept or shown right now. Try again a little later.',
    });
  const code = faultCode(error);
  if (code === null) return null;
  if (full.has(code))
    return new HttpError(507, 'জায়গা শেষ হয়ে গেছে, তাই রাখা গেল না। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 60,
      english: 'There is no space left on the server, so nothing was saved. Try again a little later.',
    });
  return new HttpError(503, 'এই মুহূর্তে তথ্যভান্ডারে পৌঁছানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।', {
    retryAfter: 5,
    english: 'The database can’t be reached right now. Try again a little later.',
  });
}

/** SQLite's primary result codes: busy, locked, read-only, I/O error, corrupt, full, can't open, no database. */
const sqliteFaults = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const full = new Set<string>(['sqlite 13', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);
/**
 * SQLSTATE classes and codes: connection, resources, operator, system; lock, statement cancelled, deadlock,
 * serialisation; read-only.
 */
const postgresFaults = /^(08|53|57P0|58|XX)|^(55P03|57014|40P01|40001|25006|3D000|28000|28P01|25P03)/;
const systemFaults =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EMFILE|ENFILE|EIO)/;
const pgMessages = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

function faultCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { errcode, code, syscall } = error as { errcode?: number; code?: string; syscall?: string };
  if (errcode !== undefined) return sqliteFaults.has(errcode & 0xff) ? `sqlite ${errcode & 0xff}` : null;
  if (typeof code === 'string' && (postgresFaults.test(code) || systemFaults.test(code))) return code;
  // A missing socket file means an unavailable database; any other missing file is a defect.
  if (code === 'ENOENT' && syscall === 'connect') return code;
  if (pgMessages.test(error.message)) return 'connection';
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner ? faultCode(inner) : null;
}

const english = new Map<string, string>();

export function inBothLanguages(bengali: string, inEnglish: string): string {
  english.set(bengali, inEnglish);
  return bengali;
}

export function inEnglish(message: string): string {
  return english.get(message) ?? message;
}

/** Browsers get Bengali whatever their `Accept-Language`, like the page around the message. */
export function isProgram(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (/^Mozilla\//.test(agent)) return false;
  const [, language] = /\b(bn|en)\b/i.exec(headers['accept-language'] ?? '') ?? [];
  return language ? language.toLowerCase() === 'en' : agent !== '';
}

import { describe, expect, test } from 'vitest';
import { readAnswer } from './webhook.server.ts';

const now = new Date('2026-12-01T06:00:00Z');
const read = (answer: unknown) => readAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), 14, now);
const both = { link: 'https://demo.example/r/7', password: 'শিউলি-7' };

describe('What the demo system answers', () => {
  test.each([
    [both, { ...both, expiresAt: new Date('2026-12-15T06:00:00Z') }],
    [
      { ...both, more: [1] },
      { ...both, expiresAt: new Date('2026-12-15T06:00:00Z') },
    ],
    [{ link: both.link }, { link: both.link, password: null }],
    [
      { password: both.password, link: null },
      { link: null, password: both.password },
    ],
    [{ ...both, expires_at: '2026-12-03T10:00:00+06:00' }, { expiresAt: new Date('2026-12-03T04:00:00Z') }],
    [{ ...both, expires_at: '2026-12-03' }, { expiresAt: new Date('2026-12-03T17:59:59.999Z') }],
    [{ ...both, expires_at: '2026-12-01' }, { expiresAt: new Date('2026-12-01T17:59:59.999Z') }],
    [{ ...both, expires_at: null }, { expiresAt: new Date('2026-12-15T06:00:00Z') }],
  ])('%j is taken', (answer, made) => {
    expect(read(answer)).toMatchObject(made);
  });

  test.each([
    ['', 'no JSON object'],
    ['<html>', 'no JSON object'],
    ['[]', 'no JSON object'],
    ['null', 'no JSON object'],
    [{}, 'neither link nor password'],
    [{ link: 'http://demo.example/' }, 'link is no https address'],
    [{ link: 'javascript:alert(1)' }, 'link is no https address'],
    [{ link: 'https://demo.example/"><script>' }, 'link is no https address'],
    [{ link: 'https://a:b@demo.example/' }, 'link has a user in it'],
    [{ link: `https://demo.example/${'x'.repeat(2_000)}` }, 'link is too long'],
    [{ link: 7 }, 'link is no text'],
    [{ ...both, password: ' ' }, 'password is empty'],
    [{ ...both, password: 'x'.repeat(201) }, 'password has more than 200'],
    [{ ...both, password: 'two\r\nlines' }, 'password has characters'],
    [{ ...both, password: 'a\u202Eb' }, 'password has characters'],
    [{ ...both, expires_at: 'tomorrow' }, 'expires_at is no date'],
    [{ ...both, expires_at: '2026-13-01' }, 'expires_at is no date'],
    [{ ...both, expires_at: '2026-12-03T10:00:00' }, 'expires_at is no date'],
    [{ ...both, expires_at: 1_796_000_000 }, 'expires_at is no text'],
    [{ ...both, expires_at: '2026-11-30' }, 'expires_at has passed'],
    [{ ...both, expires_at: '2099-01-01' }, 'more than ten years'],
  ])('%j is not: %s', (answer, reason) => {
    expect(read(answer)).toEqual({ error: expect.stringContaining(reason) });
  });
});

import { callsDescription } from '#paths.ts';
import { type Description, operationsOf, type Schema } from '../../src/api/openapi.ts';
import type { Answer } from './requests.ts';
import { rightPassword } from './staff.ts';

export interface DescribedCall {
  method: string;
  /** With `{id}` where an id stands. */
  path: string;
  forStaff: boolean;
  query: string[];
  body: Schema | null;
}

/** Every call that takes or answers JSON, as the program itself describes them to other programs. */
export async function describedCalls(get: (path: string) => Promise<Answer>): Promise<DescribedCall[]> {
  const description = (await get(callsDescription)).json<Description>();
  return operationsOf(description).map(({ path, method, operation }) => {
    const { parameters = [], requestBody, security = [] } = operation;
    return {
      method: method.toUpperCase(),
      path,
      forStaff: security.length > 0,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema ?? null,
    };
  });
}

/** What the description leaves open. */
export interface Filling {
  random: () => number;
  /** Of the field of this name. */
  id: (name: string) => number;
  text: (name: string) => string;
}

/** A body as the description allows it. The schema does not tell an address from a title: `text` has to, by the name. */
export function bodyOf(schema: Schema, filling: Filling, name = ''): unknown {
  if (schema.enum) return pick(schema.enum, filling.random);
  if (schema.anyOf) return bodyOf(pick(schema.anyOf, filling.random), filling, name);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || (key !== 'updated_at' && filling.random() < 0.6))
          .map(([key, each]) => [key, bodyOf(each, filling, key)]),
      );
    case 'array':
      return Array.from({ length: 1 + Math.floor(filling.random() * 2) }, () =>
        bodyOf(schema.items ?? {}, filling, name),
      );
    case 'integer':
      if (schema.exclusiveMinimum === 0) return filling.id(name);
      return between(schema.minimum ?? 0, schema.maximum ?? 1_000, filling.random);
    case 'boolean':
      return filling.random() < 0.5;
    case 'null':
      return null;
    default:
      return schema.pattern ? String(filling.id(name)) : filling.text(name);
  }
}

/** What a field of this name takes that does not take any text; undefined for all others. `index` tells people apart. */
export function wellFormed(name: string, index: number, picture: string): string | undefined {
  if (/^(?:number|phone|whatsapp)$/.test(name)) return `017${String(10_000_000 + (index % 90_000_000))}`;
  if (/^(?:email|recipient|sales_addresses)$/.test(name)) return `sender${index}@shapla.example`;
  if (/^(?:date|next_step_on)$/.test(name)) return '2026-12-05';
  if (/^(?:facebook|youtube|linkedin|instagram|x)$/.test(name)) return `https://${name}.com/prangon`;
  if (/^(?:file_url|demo_link|url)$/.test(name)) return 'https://files.prangon.example/guide';
  if (/password/.test(name)) return rightPassword;
  return {
    image: picture,
    gallery_link: 'https://youtu.be/prangon0f0c',
    message: '{name}: {link}',
    csv: `name,number\nRahim,017${String(10_000_000 + (index % 90_000_000))}`,
    query: 'status=new',
    from_path: `/old/${index}`,
    to_address: '/news',
    sms_price: '০.৫০',
    scene_message: '{name}',
    scene_pupils: 'a\nb\nc\nd\ne\nf\ng',
    scene_fees: 'Tuition 1200',
    scene_marks: 'Bengali 88',
  }[name];
}

export function pick<T>(choices: readonly T[], random: () => number): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

function between(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}

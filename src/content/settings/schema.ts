import * as z from 'zod/mini';
import type { Picture } from '#api/picture.ts';
import { pictureShape } from '#api/records.ts';

/** Name in change notifications. */
export const vendorKind = 'vendor';

/** Null values are not shown. */
export interface SiteSettings {
  name: string;
  /** One sentence about the product. */
  tagline: string;
  /** Null: the default mark, which is part of every page. */
  logo: Picture | null;
  phone: Phone | null;
  whatsapp: Phone | null;
  email: string | null;
  address: string | null;
  /** In a fixed order. */
  social: SocialLink[];
  /** Hint on the staff sign-in page for customers who look for their own software. */
  customers: Customers | null;
  hero: Hero;
  /** Null: switched off. */
  scene: Scene | null;
  pages: Record<PageName, PageText>;
  /** Synonyms for the search: a comma-separated group per line; empty means the defaults. */
  synonyms: string;
  /** Days off besides Friday and Saturday, see `holidaysOf`. */
  holidays: string;
  formFields: FormField[];
  /** ISO 8601 in UTC. */
  updatedAt: string;
}

/** What the demo form may ask beside its four fields. */
export const formFields = ['district', 'students', 'institute_kind'] as const;

export type FormField = (typeof formFields)[number];

export interface Phone {
  /** E.164: `+8801712345678`. */
  number: string;
  /** For display: `০১৭১২-৩৪৫৬৭৮`. */
  shown: string;
}

export const networks = ['facebook', 'youtube', 'linkedin', 'x', 'instagram'] as const;

export type SocialNetwork = (typeof networks)[number];

interface SocialLink {
  network: SocialNetwork;
  url: string;
}

export interface Customers {
  text: string;
  link: string | null;
}

/** `audience`: for whom the product is; `emphasis`: words of the title, or empty; without `statistics` price and counts. */
export type Hero = Record<(typeof heroTexts)[number], string>;

/** The interactive demo on the home page: taking attendance, and what follows from it. */
export interface Scene {
  title: string;
  lead: string;
  school: string;
  /** Class and section of the pupils. */
  grade: string;
  pupils: string[];
  /** SMS to guardians; `{name}` is replaced by the pupil's name. */
  message: string;
  fees: Line[];
  exam: string;
  /** Out of 100. */
  marks: Line[];
}

interface Line {
  name: string;
  number: number;
}

/** Stored texts; API fields have the prefix `scene_`. Lists have one item per line. */
export const sceneTexts = ['title', 'lead', 'school', 'grade', 'pupils', 'message', 'fees', 'exam', 'marks'] as const;

export type SceneText = (typeof sceneTexts)[number];

/** API fields and columns have the prefix `hero_`. */
export const heroTexts = ['audience', 'title', 'emphasis', 'lead', 'hint', 'statistics'] as const;

/** Not in its place below, where it would be a text that people read. */
const failed = 'error';

/** Public pages with a title of their own, and the prefix of their API fields. */
export const pageNames = {
  home: 'home',
  about: 'about',
  features: 'features',
  packages: 'packages',
  clients: 'clients',
  news: 'news',
  downloads: 'downloads',
  search: 'search',
  offline: 'offline',
  notFound: 'not_found',
  error: failed,
} as const;

export type PageName = keyof typeof pageNames;

export interface PageText {
  title: string;
  description: string;
  keywords: string;
}

export function whatsappLink({ number }: Phone): string {
  return `https://wa.me/${number.slice(1)}`;
}

const pageFields = ['title', 'description', 'keywords'] as const;

/** API field of a page text: `home_title`. */
type PageField = `${(typeof pageNames)[PageName]}_${(typeof pageFields)[number]}`;

export const pageTexts = (Object.keys(pageNames) as PageName[]).flatMap((page) =>
  pageFields.map((part) => ({ page, part, field: `${pageNames[page]}_${part}` as PageField })),
);

export const heroFields = heroTexts.map((text) => `hero_${text}` as const);

export const sceneFields = sceneTexts.map((text) => `scene_${text}` as const);

/** Texts with a column of their own; an empty one stands for the built-in text. */
export const textColumns = [
  ...(['tagline', 'phone', 'whatsapp', 'email', 'address'] as const),
  ...networks,
  ...(['customers_text', 'customers_link'] as const),
  ...heroFields,
  ...(['synonyms', 'holidays'] as const),
];

export const settingsTexts = ['name' as const, ...textColumns, ...sceneFields, ...pageTexts.map(({ field }) => field)];

/** An object with these fields. */
export function fillFields<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Texts as shown, defaults included; contacts may be empty. */
export const settingsSchema = z.object({
  ...fillFields(settingsTexts, () => z.string()),
  ...pictureShape,
  /** 1: the picture is the logo, 0: the default mark is. */
  logo_status: z.int(),
  /** 1: the scene is on the home page. */
  scene_status: z.int(),
  form_fields: z.array(z.enum(formFields)),
  updated_at: z.string(),
});

export type SettingsRecord = z.infer<typeof settingsSchema>;

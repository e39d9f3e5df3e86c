import * as z from 'zod/mini';
import type { Picture } from '#wire/picture.ts';
import { pictureOnWire } from '#wire/records.ts';

/** The name of these facts where a write says what it changed. */
export const vendorKind = 'vendor';

/** Facts about the vendor, which staff edit and the whole site shows. What is null is shown nowhere. */
export interface SiteSettings {
  name: string;
  /** One sentence about the product. */
  tagline: string;
  /** Null: the mark that is drawn into every page. */
  logo: Picture | null;
  phone: Phone | null;
  whatsapp: Phone | null;
  email: string | null;
  /** Of the office; several lines. */
  address: string | null;
  /** The pages of the vendor elsewhere, in a fixed order. */
  social: SocialLink[];
  /** What customers are told who look for their own software at the sign-in of the staff. */
  customers: Customers | null;
  hero: Hero;
  /** Null: switched off. */
  scene: Scene | null;
  pages: Record<PageName, PageText>;
  /** Words that mean the same to the search: a group in each line, with commas between; empty for the built-in ones. */
  synonyms: string;
  /** ISO 8601 in UTC. */
  updatedAt: string;
}

export interface Phone {
  /** As machines dial it: `+8801712345678`. */
  number: string;
  /** As readers know it: `০১৭১২-৩৪৫৬৭৮`. */
  shown: string;
}

export const networks = ['facebook', 'youtube', 'linkedin', 'x', 'instagram'] as const;

export type Network = (typeof networks)[number];

interface SocialLink {
  network: Network;
  url: string;
}

export interface Customers {
  text: string;
  link: string | null;
}

/** The first words of the home page. */
export interface Hero {
  /** A line break in it is one on the page. */
  title: string;
  /** The words of the title that stand out; may be empty. */
  emphasis: string;
  lead: string;
  /** Stands under the button that opens the demo form. */
  hint: string;
}

/** The software to touch on the home page: a roll is called, and what follows from it is seen. */
export interface Scene {
  title: string;
  lead: string;
  school: string;
  /** Of the pupils, with its section. */
  grade: string;
  pupils: string[];
  /** What a guardian reads, with `{name}` where the pupil's name goes. */
  message: string;
  fees: Line[];
  exam: string;
  /** Of a hundred. */
  marks: Line[];
}

/** A line of a receipt or of a result. */
interface Line {
  name: string;
  number: number;
}

/** How its texts are kept; on the wire `scene_` stands before each. What is a list has one thing on each line. */
export const sceneTexts = [
  'title',
  'lead',
  'school',
  'grade',
  'pupils',
  'message',
  'fees',
  'exam',
  'marks',
] as const satisfies (keyof Scene)[];

export type SceneText = (typeof sceneTexts)[number];

/** The public routes with a title of their own, and how their texts are called on the wire. */
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
  error: 'error',
} as const;

export type PageName = keyof typeof pageNames;

/** What a page says of itself to search engines and in the title bar. */
export interface PageText {
  title: string;
  description: string;
  keywords: string;
}

/** A chat with this number. */
export function whatsappLink({ number }: Phone): string {
  return `https://wa.me/${number.slice(1)}`;
}

const pageFields = ['title', 'description', 'keywords'] as const;

/** How a text of a page is called on the wire: `home_title`. */
type PageField = `${(typeof pageNames)[PageName]}_${(typeof pageFields)[number]}`;

/** Every text of every page, with its name on the wire. */
export const pageTexts = (Object.keys(pageNames) as PageName[]).flatMap((page) =>
  pageFields.map((part) => ({ page, part, field: `${pageNames[page]}_${part}` as PageField })),
);

/** What stands in a plain field of the form. */
export const settingsFields = [
  ...(['name', 'tagline', 'phone', 'whatsapp', 'email', 'address'] as const),
  ...networks,
  ...(['customers_text', 'customers_link'] as const),
  ...(['hero_title', 'hero_emphasis', 'hero_lead', 'hero_hint', 'synonyms'] as const),
  ...sceneTexts.map((text) => `scene_${text}` as const),
] as const;

const texts = [...settingsFields, ...pageTexts.map(({ field }) => field)];

/** The settings as the back office edits them: texts as they are shown, also the built-in ones; contacts may be empty. */
export const settingsOnWire = z.object({
  ...(Object.fromEntries(texts.map((field) => [field, z.string()])) as Record<(typeof texts)[number], z.ZodMiniString>),
  ...pictureOnWire,
  /** 1: the picture is the logo, 0: the drawn mark is. */
  logo_status: z.int(),
  /** 1: the scene is on the home page. */
  scene_status: z.int(),
  updated_at: z.string(),
});

export type SettingsOnWire = z.infer<typeof settingsOnWire>;

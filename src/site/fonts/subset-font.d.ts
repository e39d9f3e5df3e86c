declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
    noHinting?: boolean;
    dropTables?: string[];
  }
  export default function subset(font: Buffer, text: string | undefined, options?: Options): Promise<Buffer>;
}

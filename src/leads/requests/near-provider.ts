const providers = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com'];

/** Real ones, though a letter apart. */
const others = /^(?:e?mail|ymail|cloud)\.com$/;

/** The provider that is probably meant where one letter is too many, missing, wrong or swapped, or a country stands behind. */
export function nearProvider(address: string): string | undefined {
  const [, domain = ''] = /@([a-z.]+)$/.exec(address.trim().toLowerCase()) ?? [];
  if (providers.includes(domain) || others.test(domain)) return undefined;
  return providers.find((name) => {
    const slips = [...name].map((letter, at) => {
      const [head, tail] = [name.slice(0, at), name.slice(at + 1)];
      return `${head}.?${tail}|${head}.${letter}${tail}|${head}${tail[0]}${letter}${tail.slice(1)}`;
    });
    // It may still be typed to its end.
    return !name.startsWith(domain) && new RegExp(`^(?:${slips.join('|')}|gmail.com.+)$`).test(domain);
  });
}

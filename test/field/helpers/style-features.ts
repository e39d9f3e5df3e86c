import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import * as csstree from 'css-tree';

/** A feature that some browser of the baseline lacks, and the rule that uses it. */
export interface Missing {
  /** As in `css.selectors.has`, without `css.`. */
  feature: string;
  /** The selector or condition of the rule, and the declaration if it is one. */
  place: string;
  browsers: string[];
}

/** Names each feature of a style sheet that these browsers lack, where no other value of the same rule stands in for it. */
export function missingFeatures(css: string, browserslist: string[]): Missing[] {
  const browsers = browserslist.map(readBrowser);
  const found: Missing[] = [];
  const check = (name: string, place: string, hasPrefixed?: (prefix: string) => boolean) => {
    const lacking = lackingBrowsers(name, browsers, hasPrefixed);
    if (lacking.length > 0) found.push({ feature: name, place, browsers: lacking });
    return lacking.length === 0;
  };
  csstree.walk(csstree.parse(css, { parseCustomProperty: true }), {
    enter(node: csstree.CssNode) {
      if (node.type === 'Rule') checkRule(node);
      if (node.type !== 'Atrule') return undefined;
      const prelude = node.prelude ? csstree.generate(node.prelude) : '';
      for (const name of featuresOfAtRule(node.name, prelude)) check(name, `@${node.name} ${prelude}`);
      // What is asked for is known to be there.
      return node.name === 'supports' && !prelude.startsWith('not') ? csstree.walk.skip : undefined;
    },
  });
  return found;

  function checkRule(rule: csstree.Rule): void {
    const selector = csstree.generate(rule.prelude);
    csstree.walk(rule.prelude, (node) => {
      for (const name of featuresOfSelector(node)) check(name, selector);
    });
    const declarations = rule.block.children.toArray().filter((node) => node.type === 'Declaration');
    const isFlex = declarations.some(
      ({ property, value }) => property === 'display' && /flex/.test(csstree.generate(value)),
    );
    const earlier = new Set<string>();
    for (const declaration of declarations) {
      const { property } = declaration;
      if (property.startsWith('-') && !property.startsWith('--')) continue;
      const place = `${selector}{${csstree.generate(declaration).slice(0, 100)}}`;
      const hasPrefixed = (prefix: string) => declarations.some((other) => other.property === prefix + property);
      const isKnown = check(`properties.${property}`, place, hasPrefixed);
      if (isFlex && /^(row-|column-)?gap$/.test(property)) check('properties.gap.flex_context', place);
      if (isKnown && checkValue(declaration, place, earlier.has(property))) earlier.add(property);
    }
  }

  function checkValue({ property, value }: csstree.Declaration, place: string, isSaidBefore: boolean): boolean {
    // A value with variables is found wrong only when it is used, and what was said before is forgotten by then.
    if (isSaidBefore && !csstree.generate(value).includes('var(')) return true;
    let isKnown = true;
    csstree.walk(value, (node) => {
      for (const name of featuresOfValue(node, property)) isKnown = check(name, place) && isKnown;
    });
    return isKnown;
  }
}

function featuresOfAtRule(name: string, prelude: string): string[] {
  if (name.startsWith('-')) return [];
  if (name !== 'media') return [`at-rules.${name}`];
  const asked = Array.from(
    prelude.matchAll(/\((?:min-|max-)?([a-z-]+)/g),
    ([, feature]) => `at-rules.media.${feature}`,
  );
  return /[<>=]/.test(prelude) ? [...asked, 'at-rules.media.range_syntax'] : asked;
}

function featuresOfSelector(node: csstree.CssNode): string[] {
  if (node.type === 'NestingSelector') return ['selectors.nesting'];
  if (node.type !== 'PseudoClassSelector' && node.type !== 'PseudoElementSelector') return [];
  // With a prefix it is meant for one browser.
  if (node.name.startsWith('-')) return [];
  const isList = node.children?.some((list) => list.type === 'SelectorList' && list.children.size > 1) ?? false;
  return [`selectors.${node.name}`, ...(isList ? [`selectors.${node.name}.selector_list`] : [])];
}

function featuresOfValue(node: csstree.CssNode, property: string): string[] {
  if (node.type === 'Identifier') return [`properties.${property}.${node.name}`];
  if (node.type === 'Dimension') {
    if (/^[dls]v(h|w|b|i|min|max)$/.test(node.unit))
      return [`types.length.viewport_percentage_units_${{ d: 'dynamic', l: 'large', s: 'small' }[node.unit[0] ?? '']}`];
    if (/^cq/.test(node.unit)) return ['types.length.container_query_length_units'];
    return [`types.length.${node.unit}`];
  }
  if (node.type !== 'Function') return [];
  const isRelative = node.children.first?.type === 'Identifier' && node.children.first.name === 'from';
  return [
    ...['', 'color.', 'image.', 'gradient.', 'basic-shape.', 'filter-function.', 'transform-function.'].map(
      (kind) => `types.${kind}${node.name}`,
    ),
    `properties.${property}.${node.name}`,
    ...(isRelative ? [`types.color.${node.name}.relative_syntax`] : []),
  ];
}

interface Browser {
  /** As in `browserslist`. */
  name: string;
  key: keyof CompatStatement['support'];
  version: number;
}

const keys: Record<string, Browser['key']> = {
  chrome: 'chrome',
  firefox: 'firefox',
  ios: 'safari_ios',
  safari: 'safari',
  samsung: 'samsunginternet_android',
};

function readBrowser(name: string): Browser {
  const [browser = '', version] = name.split(' ');
  const key = keys[browser];
  if (!key) throw new Error(`The data of browsers has no ${browser}`);
  return { name, key, version: Number(version) };
}

function lackingBrowsers(feature: string, browsers: Browser[], hasPrefixed: (prefix: string) => boolean = () => false) {
  const path = feature.split('.');
  const known = path.reduce<Identifier | undefined>(
    (tree, name) => (tree && Object.hasOwn(tree, name) ? tree[name] : undefined),
    bcd.css,
  );
  const support = known?.__compat?.support;
  // Of what the data does not know nothing can be said.
  if (!support) return [];
  return browsers
    .filter(({ key, version }) => {
      const all = [support[key] ?? []].flat() as SimpleSupportStatement[];
      return !all.some(
        (one) => isIn(one, version) && !one.flags && !one.alternative_name && (!one.prefix || hasPrefixed(one.prefix)),
      );
    })
    .map(({ name }) => name);
}

function isIn({ version_added: added, version_removed: removed }: SimpleSupportStatement, version: number): boolean {
  const isAtMost = (limit: SimpleSupportStatement['version_added']) =>
    typeof limit === 'string' && Number.parseFloat(limit.replace('≤', '')) <= version;
  return isAtMost(added) && !isAtMost(removed ?? false);
}

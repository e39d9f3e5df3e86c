import { colour } from './palette.ts';
import { circle, ellipse, line, moved, rect, shape } from './svg.ts';

export interface Look {
  skin: string;
  cloth: string;
  hair: 'short' | 'plaits' | 'bun' | 'scarf' | 'cap';
  /** Colour of the scarf or the cap; of the hair otherwise. */
  top?: string;
}

export const looks: Record<'boy' | 'girl' | 'scarfGirl' | 'sir' | 'madam' | 'hujur' | 'apa', Look> = {
  boy: { skin: colour.skin, cloth: colour.paper, hair: 'short' },
  girl: { skin: colour.skinLight, cloth: colour.blue, hair: 'plaits' },
  scarfGirl: { skin: colour.skin, cloth: colour.blue, hair: 'scarf', top: colour.paper },
  sir: { skin: colour.skin, cloth: colour.blue, hair: 'short' },
  madam: { skin: colour.skinLight, cloth: colour.floorDeep, hair: 'bun' },
  hujur: { skin: colour.skin, cloth: colour.cream, hair: 'cap', top: colour.paper },
  apa: { skin: colour.skinLight, cloth: colour.green, hair: 'scarf', top: colour.marigold },
};

/** Head and shoulders from the front; the origin is the middle of the lower edge. */
export function bust(x: number, y: number, scale: number, look: Look): string {
  return moved(x, y, scale, backHair(look), shoulders(look.cloth), neckAndHead(look.skin), frontHair(look));
}

/** Head and shoulders from behind, as pupils on a bench. */
export function back(x: number, y: number, scale: number, look: Look): string {
  const hair = look.hair === 'scarf' ? (look.top ?? colour.paper) : colour.hair;
  const drape = look.hair === 'scarf' ? shape('M-64-190C-84-120-70-84 0-80C70-84 84-120 64-190Z', hair) : '';
  const fold =
    look.hair === 'scarf'
      ? line('M-44-150C-40-118-20-104 0-100M48-170C48-140 36-120 24-112', '#12251e', 5, {
          'stroke-linecap': 'round',
          opacity: 0.14,
        })
      : '';
  const plaits =
    look.hair === 'plaits'
      ? line('M-54-196C-88-170-92-130-84-84M54-196C88-170 92-130 84-84', colour.hair, 24, {
          'stroke-linecap': 'round',
        }) +
        circle(-84, -84, 12, colour.flame) +
        circle(84, -84, 12, colour.flame)
      : '';
  return moved(
    x,
    y,
    scale,
    shoulders(look.cloth),
    rect(-20, -160, 40, 46, look.skin),
    drape,
    circle(0, -200, 62, hair),
    fold,
    plaits,
  );
}

function shoulders(cloth: string): string {
  return shape('M-100 0V-50C-100-112-56-134 0-134S100-112 100-50V0Z', cloth);
}

function neckAndHead(skin: string): string {
  return rect(-22, -166, 44, 52, skin, { rx: 20 }) + ellipse(0, -206, 54, 60, skin);
}

function backHair({ hair }: Look): string {
  if (hair === 'bun') return circle(44, -238, 30, colour.hair) + ellipse(0, -204, 62, 64, colour.hair);
  if (hair === 'plaits')
    return line('M-50-200C-76-170-80-130-72-84M50-200C76-170 80-130 72-84', colour.hair, 22, {
      'stroke-linecap': 'round',
    });
  return '';
}

function frontHair({ hair, top }: Look): string {
  if (hair === 'scarf') return scarf(top ?? colour.marigold);
  if (hair === 'cap') return shape('M-54-222C-54-286 54-286 54-222Q0-240-54-222Z', top ?? colour.paper);
  return shape(
    'M-58-200C-66-290 66-290 58-200C52-226 30-236 0-236S-52-226-58-200Z',
    hair === 'short' ? (top ?? colour.hair) : colour.hair,
  );
}

function scarf(fill: string): string {
  return shape(
    'M0-278C-62-278-74-228-70-190C-68-150-80-112-84-70C-40-92 40-92 84-70C80-112 68-150 70-190C74-228 62-278 0-278ZM0-248C34-248 42-222 42-200C42-166 22-148 0-148S-42-166-42-200C-42-222-34-248 0-248Z',
    fill,
    { 'fill-rule': 'evenodd' },
  );
}

type ChildKind = 'boy' | 'girl' | 'scarfGirl';

/** A whole child, far away; the origin is between the feet. */
export function child(x: number, y: number, scale: number, kind: ChildKind, bag: string = colour.flame): string {
  const girl = kind !== 'boy';
  const legs = girl
    ? shape('M-24-60H24L18-4H4L0-50L-4-4H-18Z', colour.paper)
    : shape('M-26-64H26L22-4H5L0-46L-5-4H-22Z', colour.navy);
  const shoes = rect(-21, -8, 18, 9, colour.hair, { rx: 4 }) + rect(3, -8, 18, 9, colour.hair, { rx: 4 });
  const top = girl
    ? shape('M-26-124Q0-138 26-124L38-56H-38Z', colour.blue)
    : shape('M-30-122Q0-136 30-122L30-58H-30Z', colour.paper);
  const arms = line('M-28-116L-40-74M28-116L40-74', colour.skin, 11, { 'stroke-linecap': 'round' });
  const sash = girl ? line('M-16-128L14-66M16-128L-14-66', colour.paper, 8) : '';
  return moved(x, y, scale, rect(-36, -122, 72, 54, bag, { rx: 12 }), legs, shoes, arms, top, sash, childHead(kind));
}

function childHead(kind: ChildKind): string {
  const face = circle(0, -154, 25, colour.skin);
  if (kind === 'scarfGirl')
    return (
      shape('M-30-150C-36-196 36-196 30-150C34-132 34-122 30-112Q0-128-30-112C-34-122-34-132-30-150Z', colour.paper) +
      ellipse(0, -152, 18, 20, colour.skin)
    );
  const hair = shape('M-27-150C-32-192 32-192 27-150C22-168-22-168-27-150Z', colour.hair);
  const plaits = line('M-24-152C-38-136-38-124-34-110M24-152C38-136 38-124 34-110', colour.hair, 9, {
    'stroke-linecap': 'round',
  });
  return (kind === 'girl' ? plaits : '') + face + hair;
}

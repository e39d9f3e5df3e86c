import type { PortraitPicture } from '../types.ts';
import { colour } from './palette.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, ellipse, line, rect, shape } from './svg.ts';

interface Face {
  ground: string;
  skin: string;
  hair: string;
  clothes: string;
  behind?: string;
  front: string;
  glasses?: boolean;
}

const ink = colour.hair;

function scarf(fill: string, fold: string): string {
  const hood =
    'M120 24C72 24 56 66 60 104C62 136 52 164 34 190C60 222 180 222 206 190C188 164 178 136 180 104C184 66 168 24 120 24ZM120 56C148 56 158 80 158 104C158 140 140 162 120 162S82 140 82 104C82 80 92 56 120 56Z';
  return (
    shape(hood, fill, { 'fill-rule': 'evenodd' }) +
    line('M80 134C84 164 100 182 126 190M160 134C158 152 150 166 140 174M62 198C90 214 140 214 172 200', fold, 3.5, {
      'stroke-linecap': 'round',
    })
  );
}

function body(fill: string): string {
  return shape('M18 240C18 196 52 180 92 174H148C188 180 222 196 222 240Z', fill);
}

function panjabi(fill: string, seam: string): string {
  return (
    body(fill) +
    shape('M96 168L92 182Q120 206 148 182L144 168Z', fill) +
    line('M94 176Q120 204 146 176M120 194V240', seam, 4) +
    circle(120, 208, 3.2, seam) +
    circle(120, 224, 3.2, seam)
  );
}

function shirt(fill: string, collar: string): string {
  return (
    body(fill) +
    shape('M96 168L120 202L144 168L158 182L136 214L120 202L104 214L82 182Z', collar) +
    line('M120 204V240', collar, 4)
  );
}

function saree(blouse: string, cloth: string, border: string): string {
  return (
    body(blouse) +
    shape('M92 172C60 178 18 190 18 240H172C150 216 118 192 92 172Z', cloth) +
    line('M96 174C124 194 152 216 174 242', border, 9) +
    line('M74 182C92 200 116 222 128 242M46 194C64 210 80 226 88 242', border, 2.5, { opacity: 0.6 })
  );
}

const sideParting =
  'M76 100C66 40 104 30 126 32C164 32 176 62 164 100C162 84 158 76 150 70C126 78 104 72 92 66C82 76 80 86 76 100Z';
const shortHair =
  'M76 102C66 44 98 28 120 28S174 44 164 102C162 88 160 80 152 70C132 64 108 64 88 70C80 80 78 88 76 102Z';

const faces: Record<PortraitPicture, Face> = {
  'portrait-1': {
    ground: '#ddf3e6',
    skin: '#b98058',
    hair: ink,
    clothes: body(colour.floor),
    front: scarf(colour.green, '#064a31'),
  },
  'portrait-2': {
    ground: '#fcf0cf',
    skin: '#a4704d',
    hair: colour.hairGrey,
    clothes: panjabi('#ffffff', '#c6cbc6'),
    front:
      shape(
        'M78 116C80 160 98 190 120 190S160 160 162 116C156 134 146 140 134 138C126 132 114 132 106 138C94 140 84 134 78 116Z',
        '#d9d7cf',
      ) +
      shape('M74 78C72 36 98 26 120 26S168 36 166 78Q120 62 74 78Z', '#ffffff') +
      line('M75 76Q120 61 165 76', '#c6cbc6', 4),
    glasses: true,
  },
  'portrait-3': {
    ground: '#dbe7ee',
    skin: '#9a6745',
    hair: ink,
    clothes: shirt(colour.blue, '#24508c'),
    front: shape(sideParting, ink) + line('M104 134Q120 124 136 134', ink, 7, { 'stroke-linecap': 'round' }),
  },
  'portrait-4': {
    ground: '#feeae0',
    skin: '#bd8860',
    hair: ink,
    behind:
      shape('M66 110C56 40 92 22 120 22S184 40 174 110C174 140 166 158 156 168H84C74 158 66 140 66 110Z', ink) +
      circle(120, 26, 22, ink),
    clothes: saree('#068060', colour.flame, colour.marigold),
    front:
      shape('M76 104C70 50 100 38 120 38S170 50 164 104C158 78 140 66 120 52C100 66 82 78 76 104Z', ink) +
      circle(120, 80, 4, colour.red),
    glasses: true,
  },
  'portrait-5': {
    ground: '#e2f1fc',
    skin: '#c08a62',
    hair: ink,
    clothes: body('#24508c'),
    front: scarf('#e9b0a0', '#c98772'),
  },
  'portrait-6': {
    ground: '#eef0e7',
    skin: '#a4704d',
    hair: ink,
    clothes: panjabi('#024e36', colour.marigold),
    front:
      shape(shortHair, '#4a443f') +
      shape(
        'M77 108C78 156 98 180 120 180S162 156 163 108C158 126 152 134 140 132C130 124 110 124 100 132C88 134 82 126 77 108Z',
        '#4a443f',
      ) +
      shape('M104 141Q120 153 136 141Q120 147 104 141Z', '#ffffff'),
  },
};

export const portraits = Object.fromEntries(
  Object.entries(faces).map(([name, face]) => [name, () => drawing(240, 240, drawFace(face))]),
) as Record<PortraitPicture, () => Drawing>;

function drawFace({ ground, skin, hair, clothes, behind = '', front, glasses = false }: Face): string {
  const ears = ellipse(75, 108, 9, 14, skin) + ellipse(165, 108, 9, 14, skin);
  const neck =
    rect(98, 140, 44, 48, skin, { rx: 18 }) +
    shape('M98 152Q120 174 142 152V162Q120 184 98 162Z', '#000000', { opacity: 0.13 });
  const head = shape('M76 96C76 58 96 44 120 44S164 58 164 96C164 136 142 164 120 164S76 136 76 96Z', skin);
  return (
    rect(0, 0, 240, 240, ground) +
    behind +
    neck +
    clothes +
    ears +
    head +
    features(hair) +
    front +
    (glasses ? spectacles() : '')
  );
}

function features(brow: string): string {
  const eyes = ellipse(102, 104, 4.2, 5, ink) + ellipse(138, 104, 4.2, 5, ink);
  const brows = line('M92 90Q102 84 111 89M129 89Q138 84 148 90', brow, 4, { 'stroke-linecap': 'round' });
  const nose = line('M120 106C116 116 115 120 121 122', '#7a4d32', 3, { 'stroke-linecap': 'round', opacity: 0.8 });
  const mouth = line('M107 138Q120 148 133 138', '#7c2f22', 3.6, { 'stroke-linecap': 'round' });
  return eyes + brows + nose + mouth;
}

function spectacles(): string {
  return (
    line('M114 104Q120 99 126 104M87 102L76 98M153 102L164 98', '#20302a', 3) +
    circle(101, 105, 14, 'none', { stroke: '#20302a', 'stroke-width': 3 }) +
    circle(139, 105, 14, 'none', { stroke: '#20302a', 'stroke-width': 3 })
  );
}

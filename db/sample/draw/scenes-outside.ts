import { bush, cloud, flower, flowerDefinitions, krishnachura, palm, rain, sunWithHills } from './nature.ts';
import { colour } from './palette.ts';
import { child } from './people.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, ellipse, line, moved, rect, repeat, shape } from './svg.ts';

export function schoolBuilding(): Drawing {
  const sky =
    rect(0, 0, 1600, 1000, colour.sky) +
    cloud(980, 150, 1, '#f3faf7') +
    cloud(560, 110, 0.7, '#f3faf7') +
    sunWithHills(1600, 660);
  const path = shape('M700 800H900L1180 1000H480Z', colour.sand);
  const pupils =
    child(668, 946, 1.1, 'girl') +
    child(742, 900, 0.95, 'boy', colour.green) +
    child(840, 956, 1.15, 'scarfGirl', colour.marigold) +
    child(964, 930, 1.05, 'boy', colour.floor) +
    child(1036, 968, 1.2, 'girl', colour.green);
  return drawing(
    1600,
    1000,
    flowerDefinitions(),
    sky,
    bush(300, 806, 0.9, '#8fbf9f'),
    facade(),
    flagPole(220, 812),
    path,
    krishnachura(1346, 836, 1.04),
    fallenFlowers(),
    pupils,
  );
}

function facade(): string {
  const upper = repeat(7, (index) => archedWindow(366 + index * 127, 370, 142, index === 1 || index === 4));
  const lower = repeat(7, (index) => (index === 3 ? door(747, 596) : archedWindow(366 + index * 127, 596, 150, false)));
  const roof =
    rect(304, 286, 998, 40, '#e9e2ce') +
    rect(320, 326, 966, 10, '#d8cfb4') +
    repeat(9, (index) => rect(330 + index * 116, 262, 18, 24, '#e9e2ce'));
  const steps = rect(320, 746, 966, 34, colour.brick) + rect(294, 780, 1020, 30, colour.floorDeep);
  return roof + rect(320, 326, 966, 420, colour.cream) + upper + rect(320, 526, 966, 28, '#d8cfb4') + lower + steps;
}

function archedWindow(x: number, y: number, height: number, shutters: boolean): string {
  const d = `M${x} ${y + height}V${y + 50}a50 50 0 0 1 100 0V${y + height}Z`;
  if (!shutters) return shape(d, '#20433a') + line(`M${x} ${y + height - 34}H${x + 100}`, '#3c5f55', 6);
  const slats = repeat(6, (index) => rect(x + 8, y + 52 + index * 15, 84, 5, '#0f7350'));
  return shape(d, colour.green) + slats + line(`M${x + 50} ${y + 4}V${y + height}`, colour.greenDeep, 5);
}

function door(x: number, y: number): string {
  return (
    shape(`M${x} ${y + 150}V${y + 50}a50 50 0 0 1 100 0V${y + 150}Z`, colour.floorDeep) +
    line(`M${x + 50} ${y}V${y + 150}`, '#4d1a12', 5) +
    circle(x + 40, y + 96, 5, colour.marigold)
  );
}

function flagPole(x: number, foot: number): string {
  return (
    rect(x - 7, foot - 492, 14, 492, '#7b857f') +
    rect(x - 30, foot - 12, 60, 14, colour.brick) +
    circle(x, foot - 496, 11, colour.marigold) +
    rect(x + 7, foot - 478, 160, 98, '#0d704d') +
    circle(x + 78, foot - 429, 32, colour.red)
  );
}

function fallenFlowers(): string {
  const places: [number, number][] = [
    [1290, 872],
    [1352, 898],
    [1430, 866],
    [1236, 842],
    [1490, 902],
    [1402, 930],
  ];
  return places.map(([x, y], index) => flower(x, y, 15, index * 50, index % 2 === 0 ? 0 : 1)).join('');
}

export function rainBoat(): Drawing {
  const sky =
    rect(0, 0, 1600, 1000, '#cfdede') +
    cloud(360, 190, 1.7, '#b7cacb') +
    cloud(1180, 150, 2, '#b7cacb') +
    cloud(800, 120, 1.3, '#c3d3d3');
  const shore =
    shape('M0 500C240 470 420 480 640 492S1240 470 1600 496V600H0Z', '#8fb59b') +
    palm(250, 500, 0.72) +
    palm(1440, 496, 0.8) +
    bush(120, 504, 0.8, '#6f9f84') +
    bush(1330, 500, 0.7, '#6f9f84');
  const water =
    rect(0, 560, 1600, 440, '#8cb6b4') +
    line('M90 640H260M1180 620H1420M260 900H520M1240 880H1500M60 780H190M1400 740H1540M700 950H940', '#a9cbc8', 9, {
      'stroke-linecap': 'round',
    });
  return drawing(1600, 1000, sky, shore, tinSchool(), water, lilies(), boat(), rain(1600, 1000, 74));
}

function tinSchool(): string {
  const roof =
    shape('M560 352L600 270H1080L1120 352Z', '#7f9894') +
    repeat(12, (index) => line(`M${622 + index * 40} 274L${598 + index * 44} 350`, '#6b8580', 4));
  const walls = rect(584, 352, 512, 136, colour.cream) + rect(570, 480, 540, 18, colour.brick);
  const openings = repeat(5, (index) =>
    index === 2 ? rect(806, 384, 68, 98, colour.floorDeep) : rect(616 + index * 98, 388, 62, 56, colour.green),
  );
  const flag =
    rect(1148, 262, 8, 236, '#7b857f') + rect(1156, 266, 84, 52, '#0d704d') + circle(1194, 292, 17, colour.red);
  return roof + walls + openings + flag;
}

function lilies(): string {
  const leaf = (x: number, y: number): string =>
    ellipse(x, y, 54, 14, '#4f8a6b') +
    shape(`M${x - 6} ${y - 8}c-16-14-14-30 0-40c14 10 16 26 0 40Z`, '#e9a6b8') +
    shape(`M${x - 8} ${y - 8}c-26-4-32-16-30-28c16 0 28 10 30 28Zm4 0c26-4 32-16 30-28c-16 0-28 10-30 28Z`, '#f3c6d2');
  return (
    leaf(300, 720) +
    leaf(1330, 800) +
    leaf(1180, 940) +
    ellipse(410, 742, 38, 10, '#4f8a6b') +
    ellipse(1440, 816, 40, 10, '#4f8a6b')
  );
}

function boat(): string {
  const hull =
    shape('M330 716C470 800 560 818 800 818S1140 800 1284 706C1250 830 1120 884 800 884S372 840 330 716Z', '#5a3925') +
    line('M352 744C500 820 600 836 800 836S1110 822 1262 736', '#7d5236', 10) +
    ellipse(806, 896, 470, 18, '#7aa6a4');
  const riders = moved(
    0,
    0,
    1,
    pupil(600, 812, colour.flame, 'girl'),
    pupil(760, 822, colour.green, 'boy'),
    pupil(920, 820, colour.marigold, 'scarfGirl'),
  );
  return riders + boatman() + hull;
}

function pupil(x: number, y: number, shade: string, kind: 'boy' | 'girl' | 'scarfGirl'): string {
  const pole = line(`M${x + 34} ${y - 96}V${y - 300}`, colour.ink, 7);
  const canopy = shape(
    `M${x - 92} ${y - 248}C${x - 84} ${y - 350} ${x + 144} ${y - 350} ${x + 152} ${y - 248}q-30-20-61 0q-30-20-61 0q-30-20-61 0q-31-20-61 0Z`,
    shade,
  );
  return child(x, y + 30, 1.35, kind, colour.floor) + pole + canopy;
}

function boatman(): string {
  const pole = line('M1186 420L1080 900', '#6b4a33', 12, { 'stroke-linecap': 'round' });
  const figure =
    rect(1112, 640, 66, 120, colour.blush) +
    line('M1112 676H1178M1112 708H1178', '#c9705a', 7) +
    shape('M1100 648V570C1104 540 1186 540 1190 570V648Z', colour.cream) +
    line('M1110 580L1150 640M1180 580L1146 600', colour.skinDark, 20, { 'stroke-linecap': 'round' }) +
    circle(1146, 512, 32, colour.skinDark) +
    shape('M1078 504L1146 440L1214 504Z', colour.woodLight);
  return figure + pole;
}

export function sportsDay(): Drawing {
  const field =
    rect(0, 0, 1600, 1000, colour.sky) +
    cloud(300, 150, 1, '#f3faf7') +
    cloud(1240, 200, 1.2, '#f3faf7') +
    shape('M0 470C300 430 520 440 800 450S1300 430 1600 460V1000H0Z', '#a9d0b1') +
    bush(160, 466, 1, '#7fb592') +
    bush(1470, 460, 1.1, '#7fb592') +
    bush(1250, 456, 0.7, '#8fc0a0');
  const track = shape('M0 600L1600 540V1000H0Z', '#c96f45') + line('M0 700L1600 650M0 830L1600 800', '#f3e4d3', 9);
  return drawing(
    1600,
    1000,
    field,
    stand(),
    track,
    bunting(),
    finishPosts(),
    runner(500, 900, 1.5, colour.green, 'boy'),
    runner(780, 820, 1.4, colour.marigold, 'girl'),
    runner(1050, 930, 1.6, colour.blue, 'boy'),
  );
}

function bunting(): string {
  const flags = repeat(15, (index) => {
    const x = 60 + index * 106;
    const sag = 62 - ((index - 7) / 7) ** 2 * 62;
    const fill = [colour.flame, colour.marigold, colour.green, colour.paper][index % 4] ?? colour.flame;
    return shape(`M${x - 34} ${60 + sag}H${x + 34}L${x} ${136 + sag}Z`, fill);
  });
  return line('M-20 48Q800 200 1620 48', colour.ink, 5) + flags;
}

function stand(): string {
  const people = repeat(
    16,
    (index) =>
      circle(330 + index * 60, 452 - (index % 3) * 7, 19, index % 4 === 1 ? colour.paper : colour.hair) +
      shape(
        `M${304 + index * 60} 520v-26a26 28 0 0 1 52 0v26Z`,
        [colour.blue, colour.paper, colour.green, colour.brick][index % 4] ?? colour.blue,
      ),
  );
  return (
    people +
    rect(270, 504, 1010, 66, colour.cream) +
    line('M290 537H1260', colour.flame, 7, { 'stroke-dasharray': '26 18' })
  );
}

function finishPosts(): string {
  return (
    rect(1330, 330, 18, 470, colour.paper) +
    rect(1330, 380, 18, 50, colour.flame) +
    rect(1330, 480, 18, 50, colour.flame) +
    rect(1330, 580, 18, 50, colour.flame) +
    line('M1340 700L1600 690', colour.red, 10)
  );
}

/** Running to the right; the origin is the front foot. */
function runner(x: number, y: number, scale: number, shirt: string, kind: 'boy' | 'girl'): string {
  const skin = colour.skin;
  const legs =
    line('M-6-92L34-62L26-14M-10-92L-38-52L-78-40', skin, 18, {
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }) + line('M20-10H44M-80-46L-86-22', colour.ink, 13, { 'stroke-linecap': 'round' });
  const shorts = shape('M-30-112H20L30-70L6-62L-6-84L-22-56L-44-72Z', colour.navy);
  const trunk = shape('M-26-108L-18-172Q6-186 30-170L22-106Z', shirt) + rect(-8, -152, 26, 26, colour.paper);
  const arms = line('M22-162L56-136L82-158M-12-162L-46-150L-58-116', skin, 14, {
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
  const hair =
    kind === 'girl' ? line('M-2-214C-26-216-44-204-56-212', colour.hair, 15, { 'stroke-linecap': 'round' }) : '';
  const head =
    hair + circle(16, -206, 27, skin) + shape('M-12-202C-16-244 42-248 43-214C26-222 6-224-12-202Z', colour.hair);
  return ellipse(x, y + 4, 90 * scale, 10 * scale, '#b35f39') + moved(x, y, scale, arms, legs, shorts, trunk, head);
}

import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import type { Scene } from '#content/settings/schema.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { demoRequestLimits } from '#leads/requests/schema.ts';
import { demoFormAnchor } from '#paths.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { institutionKey } from '#ui/site/institution.ts';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { sceneWords } from '../strings.ts';

/**
 * Interactive scene: attendance, SMS to guardians, receipt, result. The stylesheet reads its checkboxes, so it works
 * without script; the island only counts and moves the focus.
 */
export function SceneSection() {
  const { scene } = useVendor();
  if (!scene) return null;
  return (
    <section className="scene-band later" aria-labelledby="scene-heading">
      <div className="shell">
        <div className="scene-words">
          <SectionHeading
            id="scene-heading"
            title={scene.title}
            lead={[scene.lead, ...sceneWords.hints].map((hint) => <span key={hint}>{hint}</span>)}
          />
          <ol>
            {sceneWords.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <InstitutionForm />
        </div>
        <Island name="scene" when="touch" props={{}} className="scene-stage">
          <form className="screen screen-phone scene" autoComplete="off" aria-labelledby="scene-heading">
            {/* A disabled submit button keeps Enter from submitting the form. */}
            <button type="submit" disabled hidden />
            <Roll scene={scene} />
            <Messages scene={scene} />
            <Receipt scene={scene} />
            <Result scene={scene} />
          </form>
        </Island>
      </div>
    </section>
  );
}

/** Updated by script; without script replaced by a CSS counter. */
function Count({ of, number }: { of: 'present' | 'absent'; number: number }) {
  return <span data-count={of}>{bengaliDigits(number)}</span>;
}

interface Part {
  scene: Scene;
}

function Roll({ scene: { grade, pupils } }: Part) {
  return (
    <Screen title={sceneWords.attendance} line={grade} own="0">
      <fieldset className="scene-roll">
        <legend className="sr-only">{sceneWords.roll}</legend>
        <ol>
          {pupils.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, on the server; two pupils may have one name
            <li key={index}>
              <label>
                <input type="checkbox" />
                <span>{name}</span>
              </label>
              <span aria-hidden="true">{sceneWords.away}</span>
              <Icon name="check" />
            </li>
          ))}
        </ol>
      </fieldset>
      {/* CSS counters only count elements that precede them. */}
      <output className="scene-count">
        <span>
          <Count of="present" number={pupils.length} /> {sceneWords.present}
        </span>
        <span>
          <Count of="absent" number={0} /> {sceneWords.absent}
        </span>
      </output>
      <Next text={sceneWords.send} />
    </Screen>
  );
}

function Messages({ scene: { school, pupils, message } }: Part) {
  return (
    <Screen title={sceneWords.guardian} line={sceneWords.now}>
      <div className="scene-inbox" role="status">
        <p className="scene-nobody">
          <Icon name="check" />
          {sceneWords.nobody}
        </p>
        <p className="scene-told">
          <Count of="absent" number={0} /> {sceneWords.told}
        </p>
        <ul>
          {pupils.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, on the server; two pupils may have one name
            <li key={index}>
              <b data-own="name">{school}</b>
              <p data-own="1" data-of={name}>
                {message.replaceAll('{name}', () => name)}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <Next text={sceneWords.toReceipt} />
    </Screen>
  );
}

function Receipt({ scene: { school, grade, pupils, fees } }: Part) {
  const total = fees.reduce((sum, fee) => sum + fee.number, 0);
  return (
    <Screen title={sceneWords.receipt} line={pupils[0]}>
      <div className="scene-paper">
        <b data-own="name">{school}</b>
        <p data-own="0">{grade}</p>
        <dl>
          {[...fees, { name: sceneWords.total, number: total }].map(({ name, number }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{bengaliMoney(String(number))}</dd>
            </div>
          ))}
        </dl>
        <strong>{sceneWords.paid}</strong>
      </div>
      <Next text={sceneWords.toResult} />
    </Screen>
  );
}

function Result({ scene: { school, pupils, exam, marks } }: Part) {
  return (
    <Screen title={sceneWords.result} line={pupils[0]}>
      <div className="scene-card">
        <b data-own="name">{school}</b>
        <p data-own="2">{exam}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{sceneWords.subject}</th>
              <th scope="col">{sceneWords.mark}</th>
              <th scope="col">{sceneWords.grade}</th>
            </tr>
          </thead>
          <tbody>
            {marks.map(({ name, number }, index) => (
              <tr key={name}>
                <th scope="row" data-own={3 + index}>
                  {name}
                </th>
                <td>{bengaliDigits(number)}</td>
                <td>{gradeOf(number).letter}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="scene-average">
          {sceneWords.average} <b>{bengaliDigits(averageOf(marks))}</b>
        </p>
      </div>
      <p className="scene-end">
        <button type="reset" className="button button-quiet">
          <Icon name="retry" />
          {sceneWords.again}
        </button>
        <a href={`#${demoFormAnchor}`} className="button button-action">
          {sceneWords.demo}
        </a>
      </p>
    </Screen>
  );
}

interface ScreenProps {
  title: string;
  line: string | undefined;
  /** Of the line, see `InstitutionForm`. */
  own?: string;
  children: ReactNode;
}

function Screen({ title, line, own, children }: ScreenProps) {
  return (
    <div className="scene-screen">
      <div className="scene-head">
        <h3 tabIndex={-1}>{title}</h3>
        <p data-own={own}>{line}</p>
      </div>
      {children}
    </div>
  );
}

/** A checkbox styled as a button: only a checkbox stays pressed without script. */
function Next({ text }: { text: string }) {
  return (
    <label className="scene-next button button-primary">
      {/* biome-ignore lint/a11y/useSemanticElements: a button tells the style sheet nothing. Once pressed it is gone */}
      <input type="checkbox" role="button" aria-pressed="false" />
      {text}
    </label>
  );
}

const grades = [
  { from: 80, letter: 'A+', points: 5 },
  { from: 70, letter: 'A', points: 4 },
  { from: 60, letter: 'A-', points: 3.5 },
  { from: 50, letter: 'B', points: 3 },
  { from: 40, letter: 'C', points: 2 },
  { from: 33, letter: 'D', points: 1 },
];
const failed = { letter: 'F', points: 0 };

/** Grading scale of the education boards of Bangladesh, out of 100. */
function gradeOf(mark: number) {
  return grades.find(({ from }) => mark >= from) ?? failed;
}

/** Mean of the grade points; 0 after a failed subject. */
function averageOf(marks: Scene['marks']): string {
  const points = marks.map(({ number }) => gradeOf(number).points);
  const passed = points.every((each) => each > 0);
  return (passed ? points.reduce((sum, each) => sum + each, 0) / points.length : 0).toFixed(2);
}

/** A line each of class, message to guardians, exam, and subjects. A school has the scene's own texts. */
const institutionWords = {
  স্কুল: '',
  কলেজ: `একাদশ শ্রেণি, বিজ্ঞান শাখা
আপনার সন্তান {name} আজ কলেজে আসেনি। কারণটি শ্রেণিশিক্ষককে জানান।
অর্ধবার্ষিক পরীক্ষা
বাংলা
ইংরেজি
উচ্চতর গণিত
পদার্থবিজ্ঞান
রসায়ন
জীববিজ্ঞান`,
  'আলিয়া মাদ্রাসা': `দাখিল সপ্তম শ্রেণি, শাখা ক
আপনার সন্তান {name} আজ মাদ্রাসায় আসেনি। কারণটি শ্রেণিশিক্ষককে জানান।
অর্ধবার্ষিক পরীক্ষা
কুরআন মাজিদ ও তাজভিদ
আরবি
আকাইদ ও ফিকহ
বাংলা
ইংরেজি
গণিত`,
  'কওমি মাদ্রাসা': `জামাতে মিজান
আপনার সন্তান {name} আজ মাদ্রাসায় আসেনি। কারণটি উস্তাদকে জানান।
প্রথম সাময়িক পরীক্ষা
সরফ
নাহু
আরবি সাহিত্য
ফিকহ
বাংলা
গণিত`,
  'হিফজ মাদ্রাসা': `হিফজ বিভাগ
আপনার সন্তান {name} আজ মাদ্রাসায় আসেনি। কারণটি উস্তাদকে জানান।
হিফজের মাসিক পরীক্ষা
সবক
সাতসবক
আমুখতা
তাজভিদ
মাখরাজ
আখলাক`,
  'কারিগরি প্রতিষ্ঠান': `তৃতীয় পর্ব, কম্পিউটার টেকনোলজি
আপনার সন্তান {name} আজ ইনস্টিটিউটে আসেনি। কারণটি বিভাগীয় প্রধানকে জানান।
মধ্যপর্ব পরীক্ষা
প্রোগ্রামিং
ডেটাবেজ
ডিজিটাল ইলেকট্রনিকস
গণিত
পদার্থবিজ্ঞান
ব্যবহারিক`,
  'কোচিং সেন্টার': `ব্যাচ ক, সকাল ৮টা
আপনার সন্তান {name} আজ কোচিংয়ে আসেনি। কারণটি শিক্ষককে জানান।
সাপ্তাহিক পরীক্ষা
বাংলা
ইংরেজি
গণিত
পদার্থবিজ্ঞান
রসায়ন
জীববিজ্ঞান`,
  কিন্ডারগার্টেন: `নার্সারি, শাখা ক
আপনার সন্তান {name} আজ স্কুলে আসেনি। কারণটি শ্রেণিশিক্ষককে জানান।
প্রথম সাময়িক পরীক্ষা
বাংলা
ইংরেজি
গণিত
ছড়া ও গল্প
ছবি আঁকা
সাধারণ জ্ঞান`,
};

/** Where the visitor types the institution that the scene then speaks of. */
function InstitutionForm() {
  return (
    <Island name={institutionKey} when="stored" props={institutionWords} className="institution with-js">
      <details>
        <summary>
          <Icon name="place" />
          আপনার প্রতিষ্ঠানের নাম দিয়ে দেখুন
        </summary>
        <form autoComplete="off">
          <p className="field">
            <label htmlFor="own-name">আপনার প্রতিষ্ঠান</label>
            <input id="own-name" autoComplete="organization" maxLength={demoRequestLimits.institute_name} />
          </p>
          <p className="field">
            <label htmlFor="own-kind">ধরন</label>
            <select id="own-kind">
              <option value="">বেছে নিন</option>
              {Object.keys(institutionWords).map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          </p>
          <button type="submit" className="button button-primary">
            নাম দিয়ে দেখুন
          </button>
          <button type="reset" className="button button-quiet">
            মুছে ফেলুন
          </button>
          <p className="field-hint">শুধু এই ফোন বা কম্পিউটারে থাকে, নিজে থেকে কোথাও যায় না।</p>
        </form>
      </details>
    </Island>
  );
}

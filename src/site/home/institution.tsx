import { demoRequestLimits } from '#leads/requests/schema.ts';
import { Icon } from '#ui/site/icon.tsx';
import { institutionKey } from '#ui/site/institution.ts';
import { Island } from '#ui/site/island.tsx';

/** A line each of class, message to guardians, exam, and subjects. A school has the scene's own texts. */
const words = {
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
export function InstitutionForm() {
  return (
    <Island name={institutionKey} when="stored" props={words} className="institution with-js">
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
              {Object.keys(words).map((kind) => (
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

import type { UseFormReturn } from 'react-hook-form';
import type { LatestChange } from '#api/audit.ts';
import { groupBy } from '#api/text.ts';
import { language, t } from '#i18n/text.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import { askIn } from '#ui/admin/dialog/ask.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { type FormValue, type FormValues, fieldWords, typedValues } from '#ui/form/call-form.tsx';
import { mergeFields, withImage } from '#ui/form/merge.ts';
import { ComparedText, labelOf, textOf } from './compare.tsx';

interface Conflict {
  form: UseFormReturn<FormValues>;
  /** The values that the form was opened with; null if they are unknown. */
  base: FormValues | null;
  /** Those of the record as somebody else saved it. */
  theirs: FormValues;
  changes: LatestChange[];
}

/**
 * Merges what somebody else saved into the form, and asks for the fields that both changed. Returns a clause for each
 * change that was taken unasked; null if the user goes back to the form, which is left as it was.
 */
export async function resolveConflict({ form, base, theirs, changes }: Conflict): Promise<string[] | null> {
  const mine = withImage(typedValues(form), (base ?? theirs).image);
  const { theirsOnly, conflicting } = mergeFields(base, mine, theirs);
  const fields = conflicting.map((name) => ({
    name,
    ...wordsIn(form, name),
    mine: mine[name] ?? null,
    theirs: theirs[name] ?? null,
    change: changeOf(name, changes),
  }));
  const chosen = fields.length > 0 ? await chooseTexts(fields) : [];
  if (!chosen) return null;
  for (const name of [...theirsOnly, ...chosen])
    form.setValue(name, name === 'image' ? '' : (theirs[name] ?? null), { shouldDirty: true });
  return inClauses(form, theirsOnly, changes);
}

/** Says who changed these fields, and when. */
export function inClauses(form: UseFormReturn<FormValues>, names: string[], changes: LatestChange[]): string[] {
  const byChange = groupBy(names, (name) => changeOf(name, changes));
  return [...byChange].map(([change, names]) => {
    const labels = names.map((name) => wordsIn(form, name).label);
    return t`${authorOf(change)} changed ${listed.format(labels)}${change ? t` at ${timeOfDay(Date.parse(change.at))}` : ''}`;
  });
}

function changeOf(name: string, changes: LatestChange[]): LatestChange | undefined {
  return changes.find(({ fields }) => fields.includes(name)) ?? changes[0];
}

const listed = new Intl.ListFormat(language() === 'bn' ? 'bn' : 'en-GB');

function wordsIn({ control }: Pick<UseFormReturn<FormValues>, 'control'>, name: string) {
  const { label = labelOf(name), nameOf } = fieldWords(control, name);
  const inWords = (value: FormValue) => {
    const texts = [value].flat().map((one) => {
      const choice = typeof one === 'boolean' || one === null ? undefined : nameOf(one);
      return choice ?? (typeof one === 'number' ? String(one) : textOf(one));
    });
    return texts.join(', ');
  };
  return { label, inWords };
}

function authorOf(change: LatestChange | undefined): string {
  return change?.by?.name ?? t('Somebody else');
}

interface ConflictingField extends ReturnType<typeof wordsIn> {
  name: string;
  mine: FormValue;
  theirs: FormValue;
  change: LatestChange | undefined;
}

/** The fields of which theirs is taken; null if nothing is to be saved. */
async function chooseTexts(fields: ConflictingField[]): Promise<string[] | null> {
  let chosen: string[] = [];
  const isAnswered = await askIn((answer) => (
    <ConflictDialog
      fields={fields}
      onCancel={() => answer(false)}
      onChosen={(names) => {
        chosen = names;
        answer(true);
      }}
    />
  ));
  return isAnswered ? chosen : null;
}

function ConflictDialog(props: {
  fields: ConflictingField[];
  onCancel: () => void;
  onChosen: (names: string[]) => void;
}) {
  const { fields, onCancel, onChosen } = props;
  return (
    <Modal wide title={`Both of you changed ${listed.format(fields.map(({ label }) => label))}`} onClose={onCancel}>
      <form
        className="conflict"
        onSubmit={(event) => {
          event.preventDefault();
          const answers = new FormData(event.currentTarget);
          onChosen(fields.map(({ name }) => name).filter((name) => answers.get(name) === 'theirs'));
        }}
      >
        <p className="note">Nothing is saved yet. Choose which is to stay; all your other changes are kept.</p>
        {fields.map((field) => (
          <fieldset key={field.name}>
            <legend className="label">{field.label}</legend>
            <div className="conflict-sides">
              <Side {...{ field }} side="mine" />
              <Side {...{ field }} side="theirs" />
            </div>
            {hasSameWords(field) && <p className="note">The words are the same; their formatting is not.</p>}
          </fieldset>
        ))}
        <DialogButtons onCancel={onCancel}>
          <button type="submit" className="button button-primary">
            Save
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

function hasSameWords({ name, mine, theirs, inWords }: ConflictingField): boolean {
  return name !== 'image' && inWords(mine) === inWords(theirs);
}

/** One of the two texts, with the words that the other does not have marked. */
function Side({ field, side }: { field: ConflictingField; side: 'mine' | 'theirs' }) {
  const { name, change, inWords } = field;
  const [own, other] = side === 'mine' ? [field.mine, field.theirs] : [field.theirs, field.mine];
  return (
    <div className="conflict-side">
      <label>
        <input type="radio" name={name} value={side} required />
        {side === 'mine' ? 'Keep mine' : 'Take theirs'}
      </label>
      {side === 'theirs' && (
        <p className="note">
          {authorOf(change)}
          {change && `, ${timeOfDay(Date.parse(change.at))}`}
        </p>
      )}
      {name === 'image' ? (
        typeof own === 'string' && own && <img className="thumbnail" src={own} alt="" />
      ) : inWords(own) ? (
        <ComparedText old={inWords(other)} current={inWords(own)} onlyCurrent />
      ) : (
        <p className="note">Empty</p>
      )}
    </div>
  );
}

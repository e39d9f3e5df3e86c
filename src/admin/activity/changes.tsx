import type { AuditEvent } from '#api/audit.ts';
import { fieldName } from '#cms/audit/strings.ts';
import { inertDocument } from '#cms/rich-text/inert-document.ts';
import { t } from '#i18n/text.ts';

export function Changes({ event }: { event: Pick<AuditEvent, 'before' | 'after'> }) {
  const { before, after } = event;
  const fields = fieldsThatDiffer(before ?? {}, after ?? {});
  if (fields.length === 0) return <p className="note">Nothing more was written down.</p>;
  return (
    <dl className="changes">
      {fields.map((field) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          {before && <Value head="Before" value={before[field]} />}
          {after && <Value head="After" value={after[field]} />}
        </div>
      ))}
    </dl>
  );
}

function Value({ head, value }: { head: string; value: unknown }) {
  const text = inWords(value);
  return (
    <dd>
      <span className="note">{head}</span>
      {text ? <span lang="bn">{text}</span> : <span className="note">empty</span>}
    </dd>
  );
}

/** Fields that are noise in the event of a whole record. */
const selfEvident = ['id', 'created_at', 'updated_at', 'deleted_at', 'image_width', 'image_height', 'image_srcset'];

function fieldsThatDiffer(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.filter(
    (field) => !selfEvident.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === '(hidden)') return t('(hidden)');
  if (typeof value === 'string') return /<\/?[a-z][^>]*>/i.test(value) ? textOf(value) : value;
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([name]) => !selfEvident.includes(name));
  return parts.map(([name, part]) => `${fieldName(name)}: ${inWords(part)}`).join('\n');
}

/** Rich text as plain text, one line per block. It is parsed and never rendered. */
function textOf(html: string): string {
  const blocks = html.replace(/<(?:\/(?:p|h[1-6]|li|tr|blockquote|figure|div)|br\s*\/?)>/gi, '$&\n');
  const text = inertDocument(blocks).body.textContent ?? '';
  return text.replace(/\n{2,}/g, '\n').trim();
}

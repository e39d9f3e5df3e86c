import './history.css';
import type { AuditEvent } from '#wire/audit.ts';
import { inertDocument } from '../../form/rich-text/html/inert-document.ts';

/** What stood there before and what stands there now, side by side, field by field. */
export function Changes({ event }: { event: Pick<AuditEvent, 'before' | 'after'> }) {
  const { before, after } = event;
  const fields = fieldsThatDiffer(before ?? {}, after ?? {});
  if (fields.length === 0) return <p className="note">Nothing more was written down.</p>;
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before && <th scope="col">Before</th>}
          {after && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            {before && <Value head="Before" value={before[field]} />}
            {after && <Value head="After" value={after[field]} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ head, value }: { head: string; value: unknown }) {
  const text = inWords(value);
  return (
    <td data-head={head} lang="bn">
      {text || <span className="note">empty</span>}
    </td>
  );
}

/** Of a whole record also what says nothing about it stays away: its number, and when it was written. */
const selfEvident = ['id', 'created_at', 'updated_at', 'deleted_at', 'image_width', 'image_height', 'image_srcset'];

function fieldsThatDiffer(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.filter(
    (field) => !selfEvident.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return /<\/?[a-z][^>]*>/i.test(value) ? textOf(value) : value;
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([name]) => !selfEvident.includes(name));
  return parts.map(([name, part]) => `${name.replaceAll('_', ' ')}: ${inWords(part)}`).join('\n');
}

/** Rich text as it reads, each block on a line of its own. It is parsed and never drawn. */
function textOf(html: string): string {
  const blocks = html.replace(/<(?:\/(?:p|h[1-6]|li|tr|blockquote|figure|div)|br\s*\/?)>/gi, '$&\n');
  const text = inertDocument(blocks).body.textContent ?? '';
  return text.replace(/\n{2,}/g, '\n').trim();
}

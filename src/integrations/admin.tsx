import './admin.css';
import { useState } from 'react';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { statusColumn } from '#cms/collections/list/status-toggle.tsx';
import { adminCalls } from '#paths.ts';
import { Field, useField } from '#ui/form/field.tsx';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/column.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { type Endpoint, endpointEvents, eventWords, hostOf, isGateway, leadEvents } from './schema.ts';

const kind: RecordKind<Endpoint> = {
  path: adminCalls.webhooks,
  title: 'Endpoint',
  one: 'endpoint',
  empty: { url: '', events: [...leadEvents], status: true },
  nameOf: ({ url }) => hostOf(url),
  // The address of a gateway may hold its key.
  hasSecrets: true,
  onSite: () => undefined,
};

const columns: Column<Endpoint>[] = [
  {
    head: 'Address',
    cell: (endpoint) => (
      <>
        <code className="endpoint-url">{endpoint.url}</code>
        {!endpoint.secret_set && !isGateway(endpoint) && (
          <p className="field-error">Its secret can’t be read. Save it to make a new one.</p>
        )}
      </>
    ),
  },
  { head: 'Events', cell: ({ events }) => events.map((event) => eventWords[event]).join(' · ') },
  statusColumn,
];

export default function IntegrationsScreen() {
  const [opened, setOpened] = useState<Endpoint | null>(null);
  return (
    <>
      <ListScreen
        title="Webhooks and SMS"
        kind={kind}
        columns={columns}
        onView={setOpened}
        fields={() => (
          <FormColumns side={<StatusSwitch active="It is called" inactive="It is not called" />}>
            <TextField
              name="url"
              label="Address"
              type="url"
              required
              placeholder="https://"
              hint="Events are posted here, signed (docs/webhooks.md). In the address of an SMS gateway write {number}, which becomes 8801…, and {text}; also {id} if it takes one. It is called with GET and stored encrypted."
            />
            <EventsField />
          </FormColumns>
        )}
      />
      <DeliveryLog />
      {opened && <EndpointDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function EventsField() {
  const { id, error, register } = useField('events');
  return (
    <Field id={id} label="Events" required error={error} group>
      <fieldset className="webhook-events" aria-labelledby={`${id}-label`}>
        {endpointEvents.map((event) => (
          <label key={event} className="check-row inline-row">
            <input type="checkbox" value={event} {...register('events')} />
            <span>
              {eventWords[event]} <code>{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </Field>
  );
}

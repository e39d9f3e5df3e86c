import './outgoing.css';
import './admin.css';
import { useState } from 'react';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SmsCard } from './sms-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/** What other systems are told of leads, how texts are sent, and how that goes. */
export default function OutgoingScreen() {
  const [smsDirty, setSmsDirty] = useState(false);
  useLeaveGuard(smsDirty, 'SMS gateway');
  return (
    <>
      <h1 className="screen-title">Webhooks and SMS</h1>
      <div className="outgoing">
        <div className="stack">
          <WebhooksCard />
          <SmsCard onDirty={setSmsDirty} />
        </div>
        <DeliveryLog />
      </div>
    </>
  );
}

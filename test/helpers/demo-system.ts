import { type Received, Receiver } from './receiver.ts';

/** A question as it came over the line. */
export interface ReceivedCall extends Received {
  event: string;
  id: string;
  request: { id: number; name: string; institute_name: string; number: string; email: string };
  expires_in_days: number;
}

/** The demo system of a vendor: it makes what it is asked for, unless a test tells it otherwise. */
export class DemoSystem extends Receiver<ReceivedCall> {
  override plan: Receiver<ReceivedCall>['plan'] = (call) => ({ json: accessFor(call) });

  static open(): Promise<DemoSystem> {
    return new DemoSystem().listen();
  }

  to(email: string): ReceivedCall[] {
    return this.calls.filter(({ request }) => request.email === email);
  }

  protected override read(received: Received): ReceivedCall {
    return { ...received, ...JSON.parse(received.body) };
  }
}

/** An access that nobody else has. */
export function accessFor({ request }: Pick<ReceivedCall, 'request'>): { link: string; password: string } {
  return { link: `https://demo.prangon.example/own/${request.id}`, password: `own-${request.id}` };
}

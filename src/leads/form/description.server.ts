import { z } from 'zod';
import { demoRequestLimits as limits } from './schema.ts';

const text = (most: number, description: string) => z.string().min(1).max(most).describe(description);
const beside = (description: string) => z.string().optional().describe(description);

/**
 * The body of a demo request for programs that read about it. What comes in is checked by `readDemoRequest`, whose
 * messages are for visitors. Further fields are ignored.
 */
export const demoRequestDescription = z
  .object({
    name: text(limits.name, 'Name of the person.'),
    institute_name: text(limits.institute_name, 'Name of the institute.'),
    number: text(limits.number, 'Phone number of Bangladesh, or with + and country code; Bengali digits are fine.'),
    email: text(limits.email, 'One e-mail address, which gets the demo link and password.'),
    page: beside('Path of the page with the form.'),
    referrer: beside('Address that led to the site; only its host is kept.'),
    utm_source: beside('Of the campaign that led here.'),
    utm_medium: beside('Of the campaign that led here.'),
    utm_campaign: beside('Of the campaign that led here.'),
    students: beside('Number of students, from the price calculator.'),
    package: beside('Package that was looked at.'),
  })
  .describe('The header Idempotency-Key (a UUID, say) makes a second arrival of the same request harmless.');

/** How far the sale has come. */
export type Stage = 'new' | 'contacted' | 'demo_given' | 'won' | 'lost';

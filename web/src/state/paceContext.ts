import { createContext } from 'react';
import type { Pace } from './pace.ts';

/** The pace of the part of the page that one is in; null: it sees everything at once. */
export const PaceContext = createContext<Pace | null>(null);

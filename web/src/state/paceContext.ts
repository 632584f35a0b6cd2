import { createContext } from 'react';
import type { Pace } from './pace.ts';

/** The pace of the part of the page around a component; null: the component sees every change at once. */
export const PaceContext = createContext<Pace | null>(null);

// The names of failed tests with the beginnings of their messages, out of the reports of three runners.
// `npm test` ends with them: of a long log one often sees the end alone.
import { stripVTControlCharacters } from 'node:util';

/** The first two lines of a message: GoogleTest begins with the place. @param {string | undefined} message */
const beginning = (message = '') => stripVTControlCharacters(message).split('\n', 2).join(' ');

/** @param {string} name @param {string | undefined} message */
const told = (name, message) => `${name}: ${beginning(message)}`;

/**
 * @typedef {object} Suite
 * @property {Suite[]} [suites]
 * @property {Spec[]} [specs]
 */
/**
 * @typedef {object} Spec
 * @property {string} title @property {string} file @property {number} line
 * @property {{ status: string, results: { errors: { message?: string }[] }[] }[]} tests
 */

/**
 * Of Playwright's JSON, also those that passed only in a second attempt.
 * @param {Suite} report @returns {string[]}
 */
export const failedInPlaywright = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        told(`${status} ${file}:${line} ${title}`, results.flatMap(({ errors }) => errors)[0]?.message),
      ),
  ),
  ...suites.flatMap(failedInPlaywright),
];

/**
 * Of Vitest's JSON. A file that did not load has a message of its own.
 * @param {{ testResults?: {
 *   name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[],
 * }[] }} report
 * @returns {string[]}
 */
export const failedInVitest = ({ testResults = [] }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [told(name, message)]
        : failed.map(({ fullName, failureMessages }) => told(`${name} ${fullName}`, failureMessages?.[0]));
    });

/**
 * Of GoogleTest's JSON, one report for each process.
 * @param {{
 *   testsuites: { name: string, testsuite: { name: string, failures?: { failure: string }[] }[] }[],
 * }[]} reports
 * @returns {string[]}
 */
export const failedInGoogleTest = (reports) =>
  reports
    .flatMap(({ testsuites }) => testsuites)
    .flatMap(({ name, testsuite }) =>
      testsuite
        .filter(({ failures = [] }) => failures.length > 0)
        .map((test) => told(`${name}.${test.name}`, test.failures?.[0]?.failure)),
    );

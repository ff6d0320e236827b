import { expect as base } from 'playwright/test';

/** Waits longer than a person would like to: two cores are shared with whatever else is running. */
export const expect = base.configure({ timeout: 15_000 });

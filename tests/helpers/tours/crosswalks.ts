/** Crosswalks beside a control and between frameworks, and the menu of exports. */
import type { Page } from 'playwright';
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';

const LIST = '/api/compliance/controls?limit=1000';
const FRAMEWORKS = '/api/compliance/frameworks';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** As the page asks: over the desktop's bridge, or over the network. */
async function read<T>({ page }: Product, path: string): Promise<T> {
  const body = await page.evaluate(async (asked) => {
    const { watchfloor } = globalThis as unknown as {
      watchfloor?: {
        request(request: { method: string; path: string }): Promise<{ body: string }>;
      };
    };
    if (watchfloor) return (await watchfloor.request({ method: 'GET', path: asked })).body;
    return (await fetch(asked)).text();
  }, path);
  return JSON.parse(body) as T;
}

async function frameworkNamed(product: Product, name: string): Promise<Named> {
  const found = (await read<Named[]>(product, FRAMEWORKS)).find((one) => one.name === name);
  if (!found) throw new Error(`The demo has no framework ${name}`);
  return found;
}

/** The pane of a control of the demo, at its crosswalks. */
export async function openCrosswalks(
  product: Product,
  framework: string,
  controlId: string,
): Promise<void> {
  const { id } = await frameworkNamed(product, framework);
  const controls = await read<{ id: string; controlId: string }[]>(
    product,
    `${LIST}&framework=${id}`,
  );
  const control = controls.find((one) => one.controlId === controlId);
  const { page, origin } = product;
  await page.goto(`${origin}/compliance?tab=controls&control=${control?.id}`);
  await expect(crosswalks(page)).toBeVisible();
  await expect(crosswalks(page).getByRole('listitem').first()).toBeVisible();
  await crosswalks(page).scrollIntoViewIfNeeded();
}

export const crosswalks = (page: Page) =>
  page.getByRole('region', { name: 'Crosswalks', exact: true }).first();

/** The drawer of a framework. */
export async function openFramework(product: Product, name: string): Promise<void> {
  const { id } = await frameworkNamed(product, name);
  const { page, origin } = product;
  await page.goto(`${origin}/compliance?tab=frameworks&framework=${id}`);
  await expect(page.getByRole('button', { name: 'Crosswalk', exact: true })).toBeVisible();
}

export async function openProjection(product: Product, from: string, to: string): Promise<void> {
  await openFramework(product, from);
  const { page } = product;
  await page.getByRole('button', { name: 'Crosswalk', exact: true }).click();
  const form = dialog(page, 'Crosswalk');
  await form.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: to, exact: true }).click();
  await expect(form.getByText(/^Results of /)).toBeVisible();
}

export const CROSSWALK_LAYERS: readonly Layer[] = [
  {
    name: 'crosswalk-neighbours',
    open: (product) => openCrosswalks(product, 'NIST CSF', 'GV.RR-02'),
  },
  {
    name: 'crosswalk-add-link',
    async open(product) {
      await openCrosswalks(product, 'NIST CSF', 'GV.RR-02');
      const { page } = product;
      await crosswalks(page).getByRole('button', { name: 'Add link' }).click();
      const form = dialog(page, 'Add link');
      await form.getByRole('button', { name: 'Add link' }).click();
      await expect(form.getByText('Rationale is required')).toBeVisible();
    },
  },
  {
    name: 'crosswalk-results',
    open: (product) => openProjection(product, 'SOC 2 Type II', 'NIST CSF'),
  },
  {
    name: 'crosswalk-coverage',
    async open(product) {
      await openProjection(product, 'SOC 2 Type II', 'NIST CSF');
      const form = dialog(product.page, 'Crosswalk');
      await form.getByRole('radio', { name: 'Coverage' }).click();
      await expect(form.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'compliance-export-menu',
    async open(product) {
      await openFramework(product, 'NIST CSF');
      await product.page.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(product.page.getByRole('menu')).toBeVisible();
    },
  },
];

/** The chat of the assistant with its states and dialogs, for those who look at all of them. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

/** Opens the chat, where it is not open. */
export async function openChat({ page }: Product): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message' });
  if ((await message.count()) === 0)
    await page.getByRole('button', { name: 'Assistant chat' }).click();
  await expect(message).toBeVisible();
}

/** Asks, and waits for the answer. */
export async function askChat(product: Product, question: string): Promise<void> {
  const { page } = product;
  await openChat(product);
  const log = page.getByRole('log');
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(log.getByText(question, { exact: true }).last()).toBeVisible();
  await expect(log).toHaveAttribute('aria-busy', 'false');
  await expect(log.getByRole('button', { name: 'Copy' }).last()).toBeVisible();
}

export async function openFreshChat(product: Product, path: string): Promise<void> {
  await openScreen(product, path);
  await openChat(product);
  await product.page.getByRole('button', { name: 'New conversation' }).click();
}

export const ASSISTANT_LAYERS: readonly Layer[] = [
  {
    name: 'chat',
    async open(product) {
      await openFreshChat(product, '/');
      await askChat(product, 'What should I look at first?');
    },
  },
  {
    name: 'chat-figures',
    async open(product) {
      await openFreshChat(product, '/');
      await askChat(product, 'Catch me up');
    },
  },
  {
    name: 'chat-not-understood',
    async open(product) {
      await openFreshChat(product, '/');
      await askChat(product, 'What is the weather in Paris?');
    },
  },
  {
    name: 'chat-conversations',
    async open(product) {
      await openFreshChat(product, '/');
      await askChat(product, 'Open gaps');
      await product.page.getByRole('button', { name: 'Conversations', exact: true }).click();
      await expect(product.page.getByRole('heading', { name: 'Conversations' })).toBeVisible();
    },
  },
  {
    name: 'chat-note',
    async open(product) {
      await openFreshChat(product, '/');
      await askChat(product, 'SLA breaches');
      await product.page.getByRole('button', { name: 'Make a note' }).last().click();
      const form = dialog(product.page, 'Make a note');
      await form.getByRole('button', { name: 'Make the note' }).click();
      await expect(form.getByText('Alert ID is required')).toBeVisible();
    },
  },
];

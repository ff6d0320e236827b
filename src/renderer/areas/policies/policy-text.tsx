import { Markdown } from '../../ui/markdown.tsx';

/** The text of a policy as its readers see it: no HTML, no image, links inert until confirmed. */
export function PolicyText({ markdown }: { readonly markdown: string }) {
  return <Markdown text={markdown} look="document" />;
}

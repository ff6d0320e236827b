import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { MENTIONS_MAX, mentionedIds } from './mentions.ts';

export const COMMENT_MAX = 4000;

/** What somebody wrote. Mentions stand in the text as `@{account id}`. */
const writtenSchema = z.object({
  id: z.string(),
  author: z.string().nullable(),
  text: z.string(),
  mentions: z.array(z.string()),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
});
/** As all of them are shown, whatever they are about. */
export type WrittenComment = z.infer<typeof writtenSchema>;

const commentSchema = writtenSchema.extend({ alertId: z.string() });
export type Comment = z.infer<typeof commentSchema>;

const investigationCommentSchema = writtenSchema.extend({ investigationId: z.string() });
export type InvestigationComment = z.infer<typeof investigationCommentSchema>;

const COMMENT_REQUIRED = 'A comment needs text';
const commentText = z
  .string({ error: COMMENT_REQUIRED })
  .trim()
  .min(1, COMMENT_REQUIRED)
  .max(COMMENT_MAX, `A comment has at most ${COMMENT_MAX} characters`)
  .refine(
    (text) => mentionedIds(text).length <= MENTIONS_MAX,
    `A comment mentions at most ${MENTIONS_MAX} people`,
  );

/** `seen`: the `editedAt` (or else `createdAt`) of the text that was edited. */
const commentEditSchema = z.object({ text: commentText, seen: isoTimeSchema.optional() });
export type CommentEdit = z.infer<typeof commentEditSchema>;

export const watcherSchema = z.object({ account: z.string(), since: z.string() });
export type Watcher = z.infer<typeof watcherSchema>;

export const discussionContract = {
  comments: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/comments',
    summary: 'Comments on an alert, newest first',
    permission: 'alerts.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(commentSchema),
    list: true,
  }),
  addComment: endpoint({
    method: 'POST',
    path: '/api/alerts/{id}/comments',
    summary: 'Comment on an alert; who is mentioned is notified',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({ text: commentText }),
    response: commentSchema,
    status: 201,
  }),
  editComment: endpoint({
    method: 'PATCH',
    path: '/api/comments/{id}',
    summary: 'Edit a comment of one’s own',
    permission: 'alerts.write',
    params: idParamSchema,
    body: commentEditSchema,
    response: commentSchema,
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/api/comments/{id}',
    summary: 'Delete a comment of one’s own; the history of the alert keeps it',
    permission: 'alerts.write',
    params: idParamSchema,
    response: z.object({ removed: z.boolean() }),
  }),
  investigationComments: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/comments',
    summary: 'Comments on an investigation, newest first',
    permission: 'forensics.read',
    params: idParamSchema,
    query: pageQuerySchema,
    response: z.array(investigationCommentSchema),
    list: true,
  }),
  addInvestigationComment: endpoint({
    method: 'POST',
    path: '/api/forensics/investigations/{id}/comments',
    summary: 'Comment on an investigation that is not closed; who is mentioned is notified',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({ text: commentText }),
    response: investigationCommentSchema,
    status: 201,
  }),
  editInvestigationComment: endpoint({
    method: 'PATCH',
    path: '/api/investigation-comments/{id}',
    summary: 'Edit a comment of one’s own on an investigation',
    permission: 'forensics.write',
    params: idParamSchema,
    body: commentEditSchema,
    response: investigationCommentSchema,
  }),
  removeInvestigationComment: endpoint({
    method: 'DELETE',
    path: '/api/investigation-comments/{id}',
    summary: 'Delete a comment of one’s own; the history of the investigation keeps it',
    permission: 'forensics.write',
    params: idParamSchema,
    response: z.object({ removed: z.boolean() }),
  }),
  watchers: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/watchers',
    summary: 'Who is told of changes of an alert, newest first',
    permission: 'alerts.read',
    params: idParamSchema,
    response: z.array(watcherSchema),
  }),
  watch: endpoint({
    method: 'PUT',
    path: '/api/alerts/{id}/watch',
    summary: 'Watch an alert, or no longer, for this account only',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({ watching: z.boolean({ error: 'watching must be true or false' }) }),
    response: z.array(watcherSchema),
  }),
};

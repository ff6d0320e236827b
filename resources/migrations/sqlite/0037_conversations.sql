-- Conversations with the assistant (issue 7). Of this workstation and of one account, as the messages are.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('assistant', 'analyst')),
  title TEXT NOT NULL,
  -- The incident or alert that the analyst's dialog was opened for.
  incident_id TEXT,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_account ON conversations (account, last_at, id);

ALTER TABLE chat_messages
  ADD COLUMN conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE;
-- What an answer says beside its text, as src/shared/areas/assistant/chat.contract.ts has it.
ALTER TABLE chat_messages ADD COLUMN answer TEXT CHECK (answer IS NULL OR json_valid(answer));
CREATE INDEX chat_messages_conversation ON chat_messages (conversation_id, timestamp);

-- Retention deletes messages one by one: what is left without any goes, too.
CREATE TRIGGER conversations_emptied AFTER DELETE ON chat_messages
WHEN old.conversation_id IS NOT NULL BEGIN
  DELETE FROM conversations WHERE id = old.conversation_id AND NOT EXISTS (
    SELECT 1 FROM chat_messages WHERE conversation_id = old.conversation_id);
END;

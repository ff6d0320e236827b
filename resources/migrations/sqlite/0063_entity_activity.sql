-- How often a group names an entity stands in the index by which an entity's groups are found: the days of its
-- page, 1,500 groups, lie together instead of in as many places of the table.
DROP INDEX group_entities_entity;
CREATE INDEX group_entities_entity ON group_entities (entity_id, slot, group_id, n);

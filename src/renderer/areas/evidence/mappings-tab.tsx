export function MappingsTab() {
  return <p>Control Mappings</p>;
}

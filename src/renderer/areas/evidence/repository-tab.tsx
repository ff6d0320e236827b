export function RepositoryTab() {
  return <p>Evidence Repository</p>;
}

/** The product's mark: an eye that is open. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <g className="stroke-accent-fg" strokeWidth="2.2" strokeLinejoin="round">
        <path d="M6.5 16S10 9.5 16 9.5 25.5 16 25.5 16 22 22.5 16 22.5 6.5 16 6.5 16Z" />
      </g>
      <circle cx="16" cy="16" r="3" className="fill-accent-fg" />
    </svg>
  );
}

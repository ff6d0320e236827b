export const ruleAddress = (id: string) => `/forensics/rules/${encodeURIComponent(id)}`;

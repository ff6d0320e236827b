/** The stylesheet of the sign-in and set-up pages, which load nothing of the page's bundle. */
export const LOGIN_STYLE = `
:root{color-scheme:dark light;--bg:#0a0d13;--card:#11161f;--line:#2a3240;--edge:#667287;--text:#e7edf4;--soft:#9fb0c2;--accent:#6a5ae0;--focus:#a89cff;--on-accent:#fff;--bad:#ff8a80;--bad-bg:#3a1618}
@media (prefers-color-scheme:light){:root{--bg:#f3f5f8;--card:#fff;--line:#c9d2dc;--edge:#7d899a;--text:#15202b;--soft:#4c5d70;--accent:#5b4bd6;--focus:#5b4bd6;--on-accent:#fff;--bad:#a3160c;--bad-bg:#fde8e6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:32px}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 20px;color:var(--soft);font-weight:600}
.mark{width:24px;height:24px}
.mark rect,.mark circle{fill:var(--accent)}.mark circle{fill:var(--on-accent)}.mark path{stroke:var(--on-accent);stroke-width:2.2;stroke-linejoin:round}
h1{margin:0;font-size:22px;line-height:1.3}
.lead{margin:4px 0 20px;color:var(--soft)}
.field{margin:0 0 16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
label,legend{display:block;font-weight:600;margin:0 0 4px;padding:0}
input[type=email],input[type=text],input[type=password]{width:100%;padding:9px 11px;border:1px solid var(--edge);border-radius:7px;background:var(--bg);color:inherit;font:inherit}
input[aria-invalid]{border-color:var(--bad)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.hint,.issue{margin:4px 0 0;font-size:13px;color:var(--soft)}
.issue{color:var(--bad)}
.banner{margin:0 0 16px;padding:10px 12px;border-radius:7px;background:var(--bad-bg);color:var(--bad)}
fieldset{border:0;margin:0 0 20px;padding:0}
.choice{display:flex;gap:10px;align-items:flex-start;font-weight:400;border:1px solid var(--line);border-radius:7px;padding:10px 12px;margin:6px 0 0;color:var(--soft)}
.choice strong{display:block;color:var(--text)}
.choice input{margin:4px 0 0;accent-color:var(--accent)}
button{width:100%;padding:11px;border:0;border-radius:7px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:650;cursor:pointer}
@media (max-width:420px){main{padding:22px}.pair{grid-template-columns:1fr;gap:0}}
`;

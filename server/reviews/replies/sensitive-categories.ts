/**
 * Parts of the names of Google's categories in which a reply must not say that somebody was a customer: medicine, therapy,
 * care, law, money, and what is as private. They are matched at the beginnings of words, in English.
 */
const SENSITIVE =
  /(?<![a-z])(abortion|accountant|accounting|acupunctur|addiction|adoption|adult|alcoholism|attorney|audiolog|bail bond|bankruptcy|blood|cancer|cardiolog|chiropract|clinic|cosmetic surg|counsel|credit|debt|dental|dentist|dentur|dermatolog|dialysis|divorce|doctor|drug|endodont|fertility|financ|funeral|gastro|gyn(a)?ecolog|health|hearing aid|home care|homeopath|hospice|hospital|hypnotherap|insurance|investment|law firm|lawyer|legal|loan|marriage|massage|medical|mental|midwi|mortgage|neurolog|notary|nurs(e|ing)|nutritionist|obstetric|oncolog|ophthalmolog|optometr|oral surg|orthodont|orthop(a)?edic|osteopath|p(a)?ediatric|pharmac|physical therap|physician|physiotherap|plastic surg|podiatr|pregnancy|private investigat|prosthodont|psych|rehabilit|social work|solicitor|surge|tax (consult|prepar|attorney|depart|assess)|therap|urolog|veteran|weight loss|wellness|women's shelter)/;

/**
 * Whether a reply at a location of these categories must not show that the reviewer was a customer.
 * @param names their ids at Google (`gcid:…`) or their English names
 */
export function isSensitiveCategory(names: readonly string[]): boolean {
  return names.some((name) =>
    SENSITIVE.test(
      name
        .replace(/^gcid:/, '')
        .replaceAll('_', ' ')
        .toLowerCase(),
    ),
  );
}

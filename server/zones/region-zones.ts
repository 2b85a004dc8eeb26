import { frozen } from '../config/frozen.js';

/**
 * The time zone of parts of countries that have several, by ISO 3166-1 code of the country: states and provinces by code
 * and name, as an address has them. A part in which places keep different times is left out (Florida, Ontario, Amazonas, …);
 * `PARTED_REGIONS` has some of them.
 */
export const REGION_ZONES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = frozen({
  US: {
    'America/New_York': [
      ...[
        'CT Connecticut',
        'DE Delaware',
        'DC District of Columbia',
        'GA Georgia',
        'ME Maine',
        'MD Maryland',
      ],
      ...['MA Massachusetts', 'NH New Hampshire', 'NJ New Jersey', 'NY New York', 'NC North Carolina'],
      ...['OH Ohio', 'PA Pennsylvania', 'RI Rhode Island', 'SC South Carolina', 'VT Vermont', 'VA Virginia'],
      'WV West Virginia',
    ],
    'America/Chicago': [
      ...['AL Alabama', 'AR Arkansas', 'IL Illinois', 'IA Iowa', 'LA Louisiana', 'MN Minnesota'],
      ...['MS Mississippi', 'MO Missouri', 'OK Oklahoma', 'WI Wisconsin'],
    ],
    'America/Denver': ['CO Colorado', 'MT Montana', 'NM New Mexico', 'UT Utah', 'WY Wyoming'],
    'America/Los_Angeles': ['CA California', 'WA Washington'],
    'Pacific/Honolulu': ['HI Hawaii'],
  },
  CA: {
    'America/Edmonton': ['AB Alberta'],
    'America/Winnipeg': ['MB Manitoba'],
    'America/Halifax': ['NB New Brunswick', 'NS Nova Scotia', 'PE Prince Edward Island'],
    'America/Whitehorse': ['YT Yukon'],
  },
  AU: {
    'Australia/Sydney': ['ACT Australian Capital Territory', 'TAS Tasmania', 'VIC Victoria'],
    'Australia/Brisbane': ['QLD Queensland'],
    'Australia/Adelaide': ['SA South Australia'],
    'Australia/Darwin': ['NT Northern Territory'],
  },
  BR: {
    'America/Rio_Branco': ['AC Acre'],
    'America/Manaus': ['MT Mato Grosso', 'MS Mato Grosso do Sul', 'RO Rondônia', 'RR Roraima'],
    'America/Sao_Paulo': [
      ...['AL Alagoas', 'AP Amapá', 'BA Bahia', 'CE Ceará', 'DF Distrito Federal', 'ES Espírito Santo'],
      ...['GO Goiás', 'MA Maranhão', 'MG Minas Gerais', 'PA Pará', 'PB Paraíba', 'PR Paraná', 'PI Piauí'],
      ...['RJ Rio de Janeiro', 'RN Rio Grande do Norte', 'RS Rio Grande do Sul', 'SC Santa Catarina'],
      ...['SP São Paulo', 'SE Sergipe', 'TO Tocantins'],
    ],
  },
  MX: {
    'America/Cancun': ['Q.R. Quintana Roo'],
    'America/Hermosillo': ['Son. Sonora', 'Sin. Sinaloa', 'B.C.S. Baja California Sur'],
    'America/Tijuana': ['B.C. Baja California'],
    'America/Mexico_City': [
      ...['CDMX Ciudad de México', 'Ags. Aguascalientes', 'Camp. Campeche', 'Chis. Chiapas', 'Col. Colima'],
      ...['Dgo. Durango', 'Gto. Guanajuato', 'Gro. Guerrero', 'Hgo. Hidalgo', 'Jal. Jalisco'],
      ...['Méx. Estado de México', 'Mich. Michoacán', 'Mor. Morelos', 'Oax. Oaxaca', 'Pue. Puebla'],
      ...['Qro. Querétaro', 'S.L.P. San Luis Potosí', 'Tab. Tabasco', 'Tlax. Tlaxcala', 'Ver. Veracruz'],
      ...['Yuc. Yucatán', 'Zac. Zacatecas'],
    ],
  },
  ID: {
    'Asia/Jakarta': [
      ...[
        'JK Daerah Khusus Ibukota Jakarta',
        'JB Jawa Barat',
        'JT Jawa Tengah',
        'JI Jawa Timur',
        'BT Banten',
      ],
      ...['YO Daerah Istimewa Yogyakarta', 'SU Sumatera Utara', 'SB Sumatera Barat', 'SS Sumatera Selatan'],
      ...['AC Aceh', 'BE Bengkulu', 'JA Jambi', 'LA Lampung', 'RI Riau', 'KR Kepulauan Riau'],
      ...['KB Kalimantan Barat', 'KT Kalimantan Tengah'],
    ],
    'Asia/Makassar': [
      ...['BA Bali', 'NB Nusa Tenggara Barat', 'NT Nusa Tenggara Timur', 'KS Kalimantan Selatan'],
      ...['KI Kalimantan Timur', 'KU Kalimantan Utara', 'SN Sulawesi Selatan', 'SA Sulawesi Utara'],
      ...['ST Sulawesi Tengah', 'SG Sulawesi Tenggara', 'SR Sulawesi Barat', 'GO Gorontalo'],
    ],
    'Asia/Jayapura': ['MA Maluku', 'MU Maluku Utara', 'PA Papua', 'PB Papua Barat'],
  },
});

/** The time zone of countries whose islands are told from the mainland by how the postal code begins; the first that fits. */
export const POSTAL_CODE_ZONES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = frozen({
  ES: [
    [/^(35|38)\d{3}$/, 'Atlantic/Canary'],
    [/^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/, 'Europe/Madrid'],
  ],
  NZ: [
    [/^8942$/, 'Pacific/Chatham'],
    [/^\d{4}$/, 'Pacific/Auckland'],
  ],
  PT: [
    [/^9[5-9]\d{2}(-\d{3})?$/, 'Atlantic/Azores'],
    // Madeira keeps the mainland's time.
    [/^[1-9]\d{3}(-\d{3})?$/, 'Europe/Lisbon'],
  ],
});

/**
 * Territories with a code and a time of their own that an address may also give as a part of their country, by how the postal
 * code begins: Réunion is RE, and FR with 97400.
 */
export const TERRITORIES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = frozen({
  DK: [[/^39\d{2}$/, 'GL']],
  FR: [
    [/^971/, 'GP'],
    [/^972/, 'MQ'],
    [/^973/, 'GF'],
    [/^974/, 'RE'],
    [/^975/, 'PM'],
    [/^976/, 'YT'],
    [/^986/, 'WF'],
    [/^987/, 'PF'],
    [/^988/, 'NC'],
  ],
});

/** Places that keep another time than most of their state, by how the postal code begins. */
interface PartApart {
  postalCodes: RegExp;
  timeZone: string;
  /** Why, in a few words. */
  why: string;
}

/** A state or province where not all places keep the same time. */
export interface PartedRegion {
  /** By code and name, as in `REGION_ZONES`. */
  region: string;
  /** The time of all places that are not `apart`; null: too many of both, so that nothing is suggested. */
  timeZone: string | null;
  apart: readonly PartApart[];
}

/** States and provinces in which places keep different times, by ISO 3166-1 code of the country. */
export const PARTED_REGIONS: Readonly<Record<string, readonly PartedRegion[]>> = frozen({
  US: [
    {
      region: 'AK Alaska',
      timeZone: 'America/Anchorage',
      apart: [
        {
          postalCodes: /^9954[67]/,
          timeZone: 'America/Adak',
          why: 'Western Aleutian Islands: an hour behind Alaska',
        },
      ],
    },
    {
      region: 'AZ Arizona',
      timeZone: 'America/Phoenix',
      apart: [
        {
          postalCodes: /^86(0(20|31|33|35|44|45|53|54)|5(0[3-8]|1[0145]|20|35|38|40|4[457]|56))/,
          timeZone: 'America/Denver',
          why: 'Navajo Nation: keeps daylight saving time',
        },
      ],
    },
    {
      region: 'FL Florida',
      timeZone: 'America/New_York',
      apart: [
        {
          // All that begins with 324 but Port St. Joe.
          postalCodes: /^32(4(?!5[67])|5)/,
          timeZone: 'America/Chicago',
          why: 'West of the Apalachicola: Central Time',
        },
      ],
    },
    {
      region: 'KS Kansas',
      timeZone: 'America/Chicago',
      apart: [
        {
          postalCodes: /^67(7(3[35]|41|58|6[12])|8(36|57|7[89]))/,
          timeZone: 'America/Denver',
          why: 'At the border of Colorado: Mountain Time',
        },
      ],
    },
    {
      region: 'MI Michigan',
      timeZone: 'America/New_York',
      apart: [
        {
          postalCodes:
            /^49(8(0[12]|12|15|21|31|34|4[78]|5[28]|63|7[03467]|81|8[67]|9[236])|9(0[23]|11|15|20|27|35|38|47|59|64|6[89]))/,
          timeZone: 'America/Chicago',
          why: 'At the border of Wisconsin: Central Time',
        },
      ],
    },
    {
      region: 'NV Nevada',
      timeZone: 'America/Los_Angeles',
      apart: [
        {
          postalCodes: /^89(825|883)/,
          timeZone: 'America/Denver',
          why: 'Jackpot and West Wendover: Mountain Time',
        },
      ],
    },
    {
      region: 'OR Oregon',
      timeZone: 'America/Los_Angeles',
      apart: [
        {
          postalCodes: /^979(0[123689]|1[013478]|20)/,
          timeZone: 'America/Denver',
          why: 'Malheur County: Mountain Time',
        },
      ],
    },
    {
      region: 'TX Texas',
      timeZone: 'America/Chicago',
      apart: [
        {
          postalCodes: /^(799|885|798(21|3[5-9]|47|49|51|53))/,
          timeZone: 'America/Denver',
          why: 'Around El Paso: Mountain Time',
        },
      ],
    },
    ...['ID Idaho', 'IN Indiana', 'KY Kentucky', 'NE Nebraska', 'ND North Dakota', 'SD South Dakota'].map(
      (region) => ({ region, timeZone: null, apart: [] }),
    ),
    { region: 'TN Tennessee', timeZone: null, apart: [] },
  ],
  CA: [
    ...['BC British Columbia', 'NL Newfoundland and Labrador', 'NT Northwest Territories', 'NU Nunavut'],
    ...['ON Ontario', 'QC Quebec', 'SK Saskatchewan'],
  ].map((region) => ({ region, timeZone: null, apart: [] })),
});

import { Phrases } from './phrases.js';

/** Words of offers, which a description must not be about. None of them is a usual word for a trade, such as “sales”. */
export const OFFER_WORDS = new Phrases({
  en: [
    'special offers?',
    'on sale now',
    'everything on sale',
    'promo(?:tion)? codes?',
    'coupons?',
    'half[ -]price',
    'buy one,? get one(?: free)?',
    'lowest prices?',
    'best prices?',
    'discounts on',
  ],
  de: [
    'sonderangebote?n?',
    'rabatte?n?',
    'gutscheincodes?',
    'zum halben preis',
    'schnäppchen',
    'aktionspreise?n?',
  ],
  fr: ['offres? spéciales?', 'en promotion', 'soldes', 'codes? promo', 'à moitié prix', 'réductions? sur'],
  es: ['ofertas? especial(?:es)?', 'en oferta', 'descuentos?', 'códigos? promocional(?:es)?', 'rebajas'],
  it: ['offert[ae] special[ei]', 'in offerta', 'scont[oi]', 'codice sconto', 'saldi'],
  nl: ['kortingen', 'korting', 'kortingscode', 'aanbieding(?:en)?', 'uitverkoop', 'voor de halve prijs'],
  pt: [
    'ofertas? especia(?:l|is)',
    'promoç(?:ão|ões)',
    'descontos?',
    'códigos? promociona(?:l|is)',
    'liquidação',
  ],
  pl: ['promocj[aei]', 'zniżk[aie]', 'rabaty?', 'wyprzedaż[ey]?', 'kod rabatowy'],
});

/** An amount of money, but for the size of a company or a building. */
export const PRICE =
  /(?:[€£$¥]\s?\d+(?:[.,]\d+)*(?![.,]?\d)|(?<!\d)(?<!\d[.,])\d+(?:[.,]\d+)*\s?(?:[€£$¥]|(?:EUR|USD|GBP|CHF|PLN|zł|kr)(?![\p{L}\p{N}])))(?![\d.,]*\s?(?:k|m|bn|million|billion|millionen|milliarden|millions?|millones|milioni|miljoen|milhões|mln)(?![\p{L}\p{N}]))/giu;

/** “20 % off”, “−50%”; never “100 % wool”. */
export const PERCENT_OFF =
  /(?:(?<![\d\p{L}])[-−–]\d{1,2}\s?%|\d{1,3}\s?%\s?(?:off|discount|rabatt|de réduction|de remise|de descuento|di sconto|korting|de desconto|zniżki|taniej|günstiger|cheaper)(?![\p{L}\p{N}]))/giu;

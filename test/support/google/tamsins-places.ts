/** The ids of Tamsin's locations in the world that the simulator begins with. */
export const CERAMICS = '4200000000000000101';
export const PIANOS = '4200000000000000102';
export const MARKET_HILL = '4200000000000000103';
export const OLD_WHARF = '4200000000000000104';
export const STATION = '4200000000000000105';
export const NIGHT_OVEN = '4200000000000000106';
export const STORAGE = '4200000000000000107';
export const GUEST_HOUSE = '4200000000000000108';

import { useEffect, useLayoutEffect } from 'react';

/** A server does not need layout effects, and React before 19 warns about them there. */
export const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

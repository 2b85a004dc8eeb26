import { useState } from 'react';
import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';
import { reportRefusal } from '../api/report-error';
import { AlertDialog } from '../ui/alert-dialog';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { useDisconnect } from './use-connection';

interface DisconnectButtonProps {
  onDisconnected: (outcome: Schemas['DisconnectedDto']) => void;
}

/** Gives the connection up, once the person has confirmed what that means. */
export function DisconnectButton({ onDisconnected }: DisconnectButtonProps) {
  const [step, setStep] = useState<'asking' | 'working'>();
  const [fault, setFault] = useState<string>();
  const disconnect = useDisconnect();

  async function confirm() {
    setStep('working');
    setFault(undefined);
    try {
      onDisconnected(await disconnect());
    } catch (error) {
      if (error instanceof ApiError) reportRefusal(error);
      setFault((error instanceof ApiError && error.message) || 'Please check your network and try again.');
    }
    setStep(undefined);
  }

  return (
    <>
      <Button onClick={() => setStep('asking')}>Disconnect</Button>
      {fault && (
        <Banner tone="error">
          <p>Failed to disconnect Google Business Profile</p>
          <p>{fault}</p>
        </Banner>
      )}
      <AlertDialog
        open={step !== undefined}
        title="Disconnect Google Business Profile?"
        confirmLabel="Disconnect"
        busyText={step === 'working' && 'Disconnecting...'}
        onConfirm={() => void confirm()}
        onCancel={() => step === 'asking' && setStep(undefined)}
      >
        Shingle gives its access back to Google, and you see the sample data again. Your posts for Google are
        kept, but none goes out until you connect the same Google account again. What is published stays
        there.
      </AlertDialog>
    </>
  );
}
